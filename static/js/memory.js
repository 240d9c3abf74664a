// What a phone keeps for itself.

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
