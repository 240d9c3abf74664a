// Elements as the scripts meet them. A selector says which element it finds, and the compiler reads
// no selectors: so an element may have all that is used of any element, and nothing else.

type Field = Pick<
  HTMLInputElement,
  "checked" | "disabled" | "files" | "max" | "maxLength" | "name" | "select" | "type" | "value"
>;
type Choice = Pick<HTMLSelectElement, "options" | "selectedIndex">;
type Form = Pick<HTMLFormElement, "action" | "method" | "noValidate" | "requestSubmit" | "reset" | "submit">;
type Dialog = Pick<HTMLDialogElement, "close" | "open" | "returnValue" | "showModal">;
type Link = Pick<HTMLAnchorElement, "hash" | "href" | "pathname" | "search">;
type Other = Pick<HTMLTimeElement, "dateTime"> & Pick<HTMLImageElement, "src"> & Pick<HTMLTemplateElement, "content">;
type Part = HTMLElement & Field & Choice & Form & Dialog & Link & Other & { elements: any; form: Part };

interface ParentNode {
  querySelector(selectors: string): Part | null;
  querySelectorAll(selectors: string): NodeListOf<Part>;
  readonly children: HTMLCollectionOf<Part>;
  readonly firstElementChild: Part | null;
}

interface Document {
  getElementById(id: string): Part | null;
  readonly activeElement: Part | null;
}

interface Element {
  closest(selectors: string): Part | null;
}

interface EventTarget {
  closest(selectors: string): Part | null;
  matches(selectors: string): boolean;
  scrollIntoView(how?: ScrollIntoViewOptions): void;
  select(): void;
  action: any;
  dataset: DOMStringMap;
  elements: any;
  files: FileList;
  form: any;
  name: string;
  offsetHeight: number;
  open: any;
  title: string;
  type: string;
  value: any;
}

interface Node {
  contains(other: EventTarget | null): boolean;
}

interface DocumentFragment {
  cloneNode(deep?: boolean): DocumentFragment;
}
interface Navigator {
  readonly connection?: { readonly saveData: boolean; readonly type: string };
  readonly standalone?: boolean; // Safari's
}

interface ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

interface PerformanceEntry {
  readonly type?: string;
}

declare var delivery: any; // of js/outbox_store.js, which pages and the service worker share
