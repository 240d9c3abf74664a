// Checks if Python can run in this browser, before it is fetched: it needs wasm with exceptions, and its
// scripts a syntax that Safari has from 16.4; and if the models can that read photos.

const TRY = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  4,
  1,
  96,
  0,
  0,
  3,
  2,
  1,
  0,
  10,
  8,
  1,
  6,
  0,
  6,
  64,
  25,
  11,
  11,
);

const SIMD = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  10,
  1,
  8,
  0,
  65,
  0,
  253,
  15,
  253,
  98,
  11,
);
const ATOMICS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 5, 4, 1, 3, 1, 1],
  ...[10, 11, 1, 9, 0, 65, 0, 254, 16, 2, 0, 26, 11],
);

/** Return whether this phone can read photos, where its service worker runs the app. */
export const canReadPhotos = () =>
  [SIMD, ATOMICS].every((bytes) => self.WebAssembly?.validate(bytes)) && "OffscreenCanvas" in self;

/** Return whether its service worker will run the app, as far as can be known before. */
export async function isAble() {
  if (!self.WebAssembly?.validate(TRY)) return false;
  try {
    await import("./syntax_probe.js");
  } catch (error) {
    return !(error instanceof SyntaxError); // it may not have arrived
  }
  return true;
}
