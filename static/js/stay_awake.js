// The screen stays on while a page is looked at.

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Low battery, or not allowed: the screen goes dark as always.
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
