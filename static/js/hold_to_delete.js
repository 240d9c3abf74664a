// A button that deletes is held, so that no tap does it: with a finger, a mouse, Space or Enter.

const HELD = 1500; // milliseconds; the style sheet fills the button as long
const button = document.querySelector("[data-hold]");
const reason = document.getElementById("hold-reason");
let timer;

function begin() {
  if (timer) return;
  button.classList.add("held");
  timer = setTimeout(() => button.form.submit(), HELD);
}

function end() {
  clearTimeout(timer);
  timer = undefined;
  button.classList.remove("held");
}

const presses = ({ key }) => key === " " || key === "Enter";
button.addEventListener("pointerdown", begin);
button.addEventListener("keydown", (event) => {
  if (!presses(event)) return;
  event.preventDefault();
  begin();
});
for (const one of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(one, end);
button.addEventListener("keyup", (event) => presses(event) && end());
button.addEventListener("contextmenu", (event) => event.preventDefault());
button.addEventListener("click", (event) => {
  event.preventDefault();
  reason.textContent = reason.dataset.text;
});
