// Corner indices in a photo, by the models of the server: Python's assignment makes cards of them. The
// steps are those of referee/photo/index_detector.py and index_classifier.py, on pixels that the browser has decoded.

import { env, InferenceSession, Tensor } from "./ort.wasm.bundle.min.mjs";

const RUNTIME = "ort-wasm-simd-threaded.wasm";
const MODELS = ["detector.onnx", "reader.onnx"];
const DAMAGED = ["image/jpeg", "image/png"]; // where the browser does not show them
const MOST_BYTES = 12e6;
const MOST_PIXELS = 64e6;
const ENOUGH = 4000; // pixels of the long side: a larger photo is made smaller first
const LONG_SIDES = [1280, 640, 320]; // it is looked at in these sizes, for small and for large indices
const LEAST_SCORE = 0.45;
const MOST_INDICES = 160;
const MOST_DOUBT = 0.5; // what is likely no index is left out
const STRIDE = 4;
const ROUND = 32;
const LEAST_SIDE = 64;
const GREY = 110;
const SIZES = [5, 56]; // half the height of an index that the detector has learnt
const [WIDE, TALL] = [48, 64]; // of a cut
const HALF = 22; // half the height of an index in it
const BATCH = 12; // indices
const VARIANTS = [
  [1, 0],
  [0.9, 0],
  [1.1, 0],
  [1, 0.1],
  [1, -0.1],
]; // sizes and turns of the cuts, averaged
const GLYPHS = 21; // and one for what is none

let models = null;

/** A refused picture; the message is the reason. */
class Refused extends Error {}

/** Return what Python needs of a picture: its size and `indices`, or why it is `refused`. `read(name)` gives the
 * bytes of a file of the pack. Raises if the models do not run here. */
export async function findPhotoIndices(picture, read) {
  try {
    const photo = await decoded(picture);
    models ??= open(read);
    const [detector, reader] = await models;
    const indices = await readAll(photo, await findIndices(photo, detector), reader);
    const { width, height, full } = photo;
    return { indices, width, height, full };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message, type: picture.type };
    models = null;
    throw error;
  }
}

async function open(read) {
  env.wasm.numThreads = 1; // more need a page that is isolated from others
  env.wasm.wasmBinary = await read(RUNTIME);
  const lean = { enableCpuMemArena: false }; // it would keep the memory of the largest photo
  const opened = MODELS.map(async (name) => InferenceSession.create(new Uint8Array(await read(name)), lean));
  const made = await Promise.all(opened);
  delete env.wasm.wasmBinary; // 14 MB that nobody needs any more
  return made;
}

/** The values that a model gives for pictures: planes of blue, green and red, from 0 to 1. */
async function run(model, planes, ...shape) {
  const input = new Tensor("float32", planes, shape);
  const [answer] = Object.values(await model.run({ [model.inputNames[0]]: input }));
  return answer;
}

// --- pixels -------------------------------------------------------------------------------------

async function decoded(picture) {
  if (picture.size > MOST_BYTES) throw new Refused("bytes");
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) throw new Refused(DAMAGED.includes(picture.type) ? "picture" : "type");
  const { width, height } = bitmap;
  if (width * height > MOST_PIXELS) throw new Refused("pixels");
  const shrink = Math.max(1, Math.floor(Math.max(width, height) / ENOUGH));
  const canvas = new OffscreenCanvas(Math.ceil(width / shrink), Math.ceil(height / shrink));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { width: canvas.width, height: canvas.height, data, full: [width, height] };
}

/** A picture in another size: a pixel is the mean of those that it covers, or lies between those around it. */
function resized(picture, wide, tall, across = picture.width / wide, down = picture.height / tall) {
  const { width, height, data } = picture;
  const columns = spans(width, wide, across);
  const rows = spans(height, tall, down);
  const lines = new Float32Array(wide * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < wide; x++) blend(data, y * width, 1, columns[x], lines, (y * wide + x) * 4);
  }
  const pixels = new Float32Array(wide * tall * 4);
  for (let y = 0; y < tall; y++) {
    for (let x = 0; x < wide; x++) blend(lines, x, wide, rows[y], pixels, (y * wide + x) * 4);
  }
  return { width: wide, height: tall, data: pixels };
}

/** For each pixel of a line that is made smaller or larger by a scale: the first that it is made of, and the shares. */
function spans(size, wanted, scale) {
  const reach = scale > 1 ? scale / 2 : 1;
  return Array.from({ length: wanted }, (_, place) => {
    const middle = (place + 0.5) * scale;
    const first = Math.max(0, Math.floor(middle - reach + 0.5));
    const end = Math.max(first + 1, Math.min(size, Math.floor(middle + reach + 0.5)));
    const shares = Array.from({ length: end - first }, (_, one) =>
      scale > 1 ? 1 : 1 - Math.abs(first + one + 0.5 - middle),
    );
    const all = shares.reduce((sum, share) => sum + share, 0);
    return { first, shares: Float32Array.from(shares, (share) => share / all) };
  });
}

/** One pixel of a line: `step` is how far those lie apart that it is made of. */
function blend(data, start, step, { first, shares }, into, at) {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let one = 0, from = (start + first * step) * 4; one < shares.length; one++, from += step * 4) {
    red += shares[one] * data[from];
    green += shares[one] * data[from + 1];
    blue += shares[one] * data[from + 2];
  }
  into[at] = red;
  into[at + 1] = green;
  into[at + 2] = blue;
}

// --- where indices are --------------------------------------------------------------------------

async function findIndices(photo, detector) {
  const all = [];
  for (const side of LONG_SIDES) {
    const long = Math.max(photo.width, photo.height);
    if (side > 2 * long) continue;
    const [wide, tall] = [photo.width, photo.height].map((one) => Math.max(8, Math.round((one * side) / long)));
    all.push(...(await findAt(photo, resized(photo, wide, tall), detector)));
  }
  const best = [];
  for (const index of all.sort((one, other) => other.score - one.score)) {
    if (!best.some((other) => isSamePlace(index, other))) best.push(index);
  }
  return best.slice(0, MOST_INDICES);
}

const isSamePlace = (one, other) =>
  distance(one.at, other.at) <= 0.55 * Math.max(Math.hypot(...one.up), Math.hypot(...other.up));
const distance = ([x, y], [toX, toY]) => Math.hypot(x - toX, y - toY);

async function findAt(photo, small, detector) {
  const [wide, tall] = [small.width, small.height].map((side) => Math.max(LEAST_SIDE, Math.ceil(side / ROUND) * ROUND));
  const planes = new Float32Array(3 * wide * tall).fill(GREY / 255);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) put(small.data, (y * small.width + x) * 4, planes, y * wide + x, wide * tall);
  }
  const { data, dims } = await run(detector, planes, 1, 3, tall, wide);
  const [rows, columns] = dims.slice(2);
  /** @type {[number, number]} */
  const scales = [small.width / photo.width, small.height / photo.height];
  const found = [];
  for (const spot of peaks(data, rows, columns)) {
    const index = indexAt(data, spot, rows, columns, scales);
    if (index) found.push(index);
  }
  return found;
}

/** A pixel in the planes that the models take. */
function put(data, from, planes, at, plane) {
  planes[at] = data[from + 2] / 255;
  planes[at + plane] = data[from + 1] / 255;
  planes[at + 2 * plane] = data[from] / 255;
}

/** The places whose heat is as high as any beside them. */
function* peaks(heat, rows, columns) {
  const least = -Math.log(1 / LEAST_SCORE - 1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const spot = row * columns + column;
      if (heat[spot] > least && isHighest(heat, row, column, rows, columns)) yield spot;
    }
  }
}

function isHighest(heat, row, column, rows, columns) {
  for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
    for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
      if (heat[y * columns + x] > heat[row * columns + column]) return false;
    }
  }
  return true;
}

function indexAt(data, spot, rows, columns, [across, down]) {
  const [heat, offX, offY, upX, upY, size, centreX, centreY] = Array.from(
    { length: 8 },
    (_, map) => data[map * rows * columns + spot],
  );
  const length = 16 * Math.exp(Math.min(2, Math.max(-2, size)));
  if (length < SIZES[0] || length > SIZES[1]) return null;
  const norm = Math.hypot(upX, upY) || 1;
  const [row, column] = [Math.floor(spot / columns), spot % columns];
  return {
    at: [((column + offX) * STRIDE + 2) / across - 0.5, ((row + offY) * STRIDE + 2) / down - 0.5],
    up: [((upX / norm) * length) / across, ((upY / norm) * length) / down],
    centre: [(centreX * STRIDE * length) / across, (centreY * STRIDE * length) / down],
    score: 1 / (1 + Math.exp(-heat)),
  };
}

// --- what is printed there ----------------------------------------------------------------------

async function readAll(photo, indices, reader) {
  const levels = new Map([[1, photo]]); // the photo, and smaller ones for large indices
  const found = [];
  for (let start = 0; start < indices.length; start += BATCH) {
    const batch = indices.slice(start, start + BATCH);
    const cuts = new Float32Array(batch.length * VARIANTS.length * 3 * WIDE * TALL);
    for (const [number, index] of batch.entries()) {
      cutAll(levels, index, cuts, number * VARIANTS.length * 3 * WIDE * TALL);
    }
    const { data, dims } = await run(reader, cuts, batch.length * VARIANTS.length, 3, TALL, WIDE);
    batch.forEach((index, number) => {
      const raw = mean(data, number * VARIANTS.length * dims[1], dims[1]);
      const glyphs = softmax(raw.slice(0, GLYPHS + 1));
      const nothing = glyphs.pop();
      if (nothing >= MOST_DOUBT) return;
      // The reader's suits are clubs, diamonds, hearts, spades; the rules' the other way.
      const suits = softmax(raw.slice(GLYPHS + 1)).reverse();
      found.push({ ...index, glyphs: glyphs.map((share) => share / (1 - nothing)), suits, nothing });
    });
  }
  return found;
}

/** The mean of what was read in the cuts of one index. */
const mean = (data, start, width) =>
  Array.from(
    { length: width },
    (_, place) =>
      VARIANTS.reduce((sum, _, variant) => sum + data[start + variant * width + place], 0) / VARIANTS.length,
  );

function softmax(raw) {
  const most = Math.max(...raw);
  const powers = raw.map((one) => Math.exp(one - most));
  const all = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / all);
}

function cutAll(levels, { at, up }, cuts, start) {
  const length = Math.hypot(...up);
  const shrink = length > HALF / 0.6 ? 2 ** Math.floor(Math.log2(length / HALF)) : 1;
  if (!levels.has(shrink)) levels.set(shrink, reduced(levels.get(1), shrink));
  const [x, y] = at.map((one) => (one + 0.5) / shrink - 0.5);
  VARIANTS.forEach(([size, turn], variant) => {
    const [sine, cosine] = [size * Math.sin(turn), size * Math.cos(turn)];
    const [upX, upY] = [up[0] * cosine - up[1] * sine, up[0] * sine + up[1] * cosine].map((one) => one / shrink / HALF);
    cut(levels.get(shrink), [x, y], [upX, upY], cuts, start + variant * 3 * WIDE * TALL);
  });
}

const reduced = (photo, shrink) =>
  resized(photo, Math.ceil(photo.width / shrink), Math.ceil(photo.height / shrink), shrink, shrink);

/** An index upright: `up` is a pixel of the cut in the photo. Beyond the photo its edge goes on. */
function cut({ width, height, data }, [middleX, middleY], [upX, upY], cuts, start) {
  for (let row = 0, at = start; row < TALL; row++) {
    const down = row - TALL / 2;
    for (let column = 0; column < WIDE; column++, at++) {
      const right = column - WIDE / 2;
      const x = Math.min(width - 1, Math.max(0, middleX - right * upY - down * upX));
      const y = Math.min(height - 1, Math.max(0, middleY + right * upX - down * upY));
      const left = Math.floor(x);
      const top = Math.floor(y);
      const from = (top * width + left) * 4;
      const next = left < width - 1 ? 4 : 0;
      const below = top < height - 1 ? width * 4 : 0;
      for (let colour = 0; colour < 3; colour++) {
        const upper = data[from + colour] + (data[from + next + colour] - data[from + colour]) * (x - left);
        const lower =
          data[from + below + colour] + (data[from + below + next + colour] - data[from + below + colour]) * (x - left);
        cuts[at + (2 - colour) * WIDE * TALL] = (upper + (lower - upper) * (y - top)) / 255;
      }
    }
  }
}
