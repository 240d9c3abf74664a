// Whether Python runs in this browser, before anything of it is fetched: it needs wasm with exceptions,
// and its scripts a syntax that Safari has from 16.4.

const TRY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11);

/** Does it, as far as can be known before it was started? */
export async function isAble() {
  if (!self.WebAssembly?.validate(TRY)) return false;
  try {
    await import("./syntax.js");
  } catch (error) {
    return !(error instanceof SyntaxError); // it may not have arrived
  }
  return true;
}
