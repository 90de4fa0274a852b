import { crc32, deflateSync } from 'node:zlib';

/**
 * A picture of 8-bit red, green and blue, rows without padding.
 * @typedef {{ width: number, height: number, pixels: Uint8Array<ArrayBuffer> }} Picture
 */

/**
 * Reads what a virtual display keeps in its picture file: X window dump version 7, ZPixmap, 32 bits
 * per pixel with the blue byte first.
 * @param {Buffer} bytes
 * @returns {Picture}
 */
export function readXwd(bytes) {
  const field = (/** @type {number} */ index) => bytes.readUInt32BE(index * 4);
  const [headerBytes, version, format] = [field(0), field(1), field(2)];
  const [width, height] = [field(4), field(5)];
  const [isBigEndian, bitsPerPixel, rowBytes, colours] = [
    field(7),
    field(11),
    field(12),
    field(19),
  ];
  if (version !== 7 || format !== 2 || bitsPerPixel !== 32 || isBigEndian !== 0) {
    throw new Error('The picture of the display is not in the expected form.');
  }
  const start = headerBytes + colours * 12;
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let from = start + y * rowBytes, end = from + width * 4; from < end; from += 4, to += 3) {
      pixels[to] = bytes[from + 2] ?? 0;
      pixels[to + 1] = bytes[from + 1] ?? 0;
      pixels[to + 2] = bytes[from] ?? 0;
    }
  }
  return { width, height, pixels };
}

/**
 * @param {Picture} picture
 * @returns {Buffer} a PNG file
 */
export function toPng({ width, height, pixels }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * @param {string} name
 * @param {Buffer} body
 */
function chunk(name, body) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/**
 * Share of the pixels that differ between two pictures of the same size, 0 to 1.
 * @param {Picture} one
 * @param {Picture} other
 */
export function measureDifference(one, other) {
  let different = 0;
  for (let at = 0; at < one.pixels.length; at += 3) {
    const isSame =
      one.pixels[at] === other.pixels[at] &&
      one.pixels[at + 1] === other.pixels[at + 1] &&
      one.pixels[at + 2] === other.pixels[at + 2];
    different += isSame ? 0 : 1;
  }
  return different / (one.width * one.height);
}

/**
 * Share of the most frequent colour among the pixels that differ from another picture of the same
 * size: 1 for a window that is still blank. 0 when nothing differs.
 * @param {Picture} picture
 * @param {Picture} other
 */
export function dominantColourFraction(picture, other) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  let changed = 0;
  const pixel = (/** @type {Picture} */ { pixels }, /** @type {number} */ at) =>
    ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
  for (let at = 0; at < picture.pixels.length; at += 3) {
    const colour = pixel(picture, at);
    if (colour !== pixel(other, at)) {
      changed += 1;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return changed === 0 ? 0 : Math.max(...counts.values()) / changed;
}
