// What a phone keeps for itself: how cards look. It says nothing about positions or people.

const root = document.documentElement;
root.classList.add("scripted");

/** localStorage, or nothing where the browser forbids it. */
export const memory = {
  read(name) {
    try {
      return localStorage.getItem(`referee.${name}`);
    } catch {
      return null;
    }
  },
  write(name, text) {
    try {
      if (text) localStorage.setItem(`referee.${name}`, text);
      else localStorage.removeItem(`referee.${name}`);
    } catch {
      // Private windows forget; nothing else is lost.
    }
  },
};

for (const name of ["four-colours"]) {
  root.classList.toggle(name, memory.read(name) === "1");
}

for (const box of document.querySelectorAll("[data-setting]")) {
  const name = box.dataset.setting;
  box.checked = memory.read(name) === "1";
  box.addEventListener("change", () => {
    memory.write(name, box.checked ? "1" : "");
    root.classList.toggle(name, box.checked);
  });
}
