// Places of the cards in a photo: the order in which they are read, and where their names
// stand so that all can be tapped. Lengths are pixels of the photo.

const WIDE = 340; // pixels of a phone that a photo has, at most
const HIGH = 320;
const CHIP = { wide: 34, high: 46 };
const SMALL_CHIP = { wide: 24, high: 31 };
const PUSHES = 40;

/** Return the approximate size of a card: across its outline, or to the corners that were seen. */
export function sizeOf({ x, y, corners, outline }, { width, height }) {
  const points = outline.length ? outline : corners;
  const far = Math.max(0, ...points.map(([toX, toY]) => Math.hypot(toX - x, toY - y)));
  return far ? 2 * far : Math.min(width, height) / 4;
}

/** Row by row, from the top; in a row from the left. */
export function readingOrder(spots, size) {
  const rest = [...spots].sort((one, other) => one.y - other.y);
  const ordered = [];
  while (rest.length) {
    const row = sizeOf(rest[0], size) / 2;
    const last = rest.findLastIndex((spot) => spot.y - rest[0].y < row);
    ordered.push(...rest.splice(0, last + 1).sort((one, other) => one.x - other.x));
  }
  return ordered;
}

/** In which ninth of the photo a card is: 0 at the top left, 4 in the middle, 8 at the bottom right. */
export function whereOf({ x, y }, { width, height }) {
  const third = (share) => Math.min(2, Math.max(0, Math.floor(share * 3)));
  return 3 * third(y / height) + third(x / width);
}

/** Return where each card's name stands, as shares of the photo: on its middle, or beside names that are
 *  there already. Of a card that others cover it stands towards the corner that was seen. */
export function chipPlaces(spots, { width, height }, { small }) {
  const scale = Math.min(WIDE / width, HIGH / height);
  const [right, bottom] = [width * scale, height * scale];
  const { wide, high } = small ? SMALL_CHIP : CHIP;
  const places = spots.map(({ x, y, corners }) => {
    const [toX, toY] = corners.length === 1 ? corners[0] : [x, y];
    return { x: ((x + toX) / 2) * scale, y: ((y + toY) / 2) * scale };
  });
  for (let push = 0; push < PUSHES; push += 1) {
    if (!pushApart(places, wide, high)) break;
    for (const place of places) {
      place.x = Math.min(right - wide / 2, Math.max(wide / 2, place.x));
      place.y = Math.min(bottom - high / 2, Math.max(high / 2, place.y));
    }
  }
  return places.map(({ x, y }) => ({ left: x / right, top: y / bottom }));
}

/** Move names that lie over each other, half of the way each. True if there were any. */
function pushApart(places, wide, high) {
  let moved = false;
  for (const [at, one] of places.entries()) {
    for (const other of places.slice(at + 1)) {
      const [overX, overY] = [wide - Math.abs(one.x - other.x), high - Math.abs(one.y - other.y)];
      if (overX <= 0.5 || overY <= 0.5) continue;
      moved = true;
      const along = overX <= overY ? "x" : "y";
      const way = (one[along] <= other[along] ? 1 : -1) * (Math.min(overX, overY) / 2);
      one[along] -= way;
      other[along] += way;
    }
  }
  return moved;
}
