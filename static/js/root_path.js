// The path of the app on its host: "/", or one such as "/cards/".

export const ROOT = new URL("../../../", import.meta.url).pathname; // of /assets/(version)/js/

/** The path of an address of ours, as it is where the app stands at "/". */
export const within = (address) => new URL(address, location.href).pathname.slice(ROOT.length - 1);
