// A page whose notices lie above its heading begins below them.

const above = document.querySelector(".live .notices");
if (above && window.ResizeObserver) {
  const root = document.documentElement;
  new ResizeObserver(() => root.style.setProperty("--told", `${above.clientHeight}px`)).observe(above);
}
