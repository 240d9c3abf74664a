// Names that the service worker has beside those of any worker.

declare const ASSETS: string; // the server writes it before the script
declare const FILES: string[]; // so too
declare const HEADS: Record<string, string>;
declare const NEEDED: Record<string, Record<string, string[]>>;
declare var host: any; // of the app on this phone, where it is kept
declare var delivery: any; // of js/outbox_store.js, which pages and the service worker share
declare const clients: Clients;
declare const registration: ServiceWorkerRegistration;
declare function skipWaiting(): Promise<void>;

interface Event {
  readonly data: any;
  readonly request: Request;
  readonly tag: string;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<any>): void;
}

interface WorkerGlobalScope {
  readonly clients: Clients;
  readonly cookieStore?: CookieStore;
}

declare module "*/pyodide.asm.mjs";
declare module "*/pyodide.mjs";
declare module "*/ort.wasm.bundle.min.mjs";
