// Storage of a phone for itself.

/** A storage, or nothing where the browser forbids it: private windows forget, no more is lost. */
function keeper(storage) {
  return {
    read(name) {
      try {
        return storage().getItem(`referee.${name}`);
      } catch {
        return null;
      }
    },
    /** Return the stored names that begin with a text. */
    names(start) {
      try {
        const all = Object.keys(storage()).filter((name) => name.startsWith(`referee.${start}`));
        return all.map((name) => name.slice("referee.".length));
      } catch {
        return [];
      }
    },
    write(name, text) {
      try {
        if (text) storage().setItem(`referee.${name}`, text);
        else storage().removeItem(`referee.${name}`);
      } catch {
        // As above.
      }
    },
  };
}

export const memory = keeper(() => localStorage);
/** Until the page is closed. */
export const visit = keeper(() => sessionStorage);
