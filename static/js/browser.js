// Storage of a phone for itself, and the path of the app on its host.

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

// The path of the app on its host: "/", or one such as "/cards/".

export const ROOT = new URL("../../../", import.meta.url).pathname; // of /assets/(version)/js/

/** The path of an address of ours, as it is where the app stands at "/". */
export const within = (address) => new URL(address, location.href).pathname.slice(ROOT.length - 1);
