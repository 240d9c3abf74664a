// Asks if the app that this phone keeps answers in its service worker.

const controller = () => navigator.serviceWorker?.controller;

/** Return whether the own app runs for this page. */
export const isHosting = () => isHost(controller());
export const isHost = (worker) => worker?.scriptURL.includes("?pocket=") ?? false;

/** The page will ask it soon: Python takes its time to start. */
export const wake = () => isHosting() && controller().postMessage({});
