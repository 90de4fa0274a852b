import sharp from 'sharp';
import { resolveInProject } from '../../paths.mjs';

const icoSizes = [16, 24, 32, 48, 64, 128, 256];
/** Edge in pixels by the type that Apple gives it. */
const icnsTypes = {
  icp4: 16,
  icp5: 32,
  icp6: 64,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic10: 1024,
};

/** The icon of the app for Windows: one file with PNGs of all sizes that it shows. */
export async function drawIco() {
  const images = await Promise.all(icoSizes.map(draw));
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [at, image] of images.entries()) {
    const entry = 6 + 16 * at;
    // A byte holds the edge; 256 is written as 0.
    const edge = (icoSizes[at] ?? 0) % 256;
    head.writeUInt8(edge, entry);
    head.writeUInt8(edge, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images]);
}

/** The icon of the app for macOS: one file with PNGs of all sizes that it shows. */
export async function drawIcns() {
  const parts = await Promise.all(
    Object.entries(icnsTypes).map(async ([type, edge]) => chunk(type, await draw(edge))),
  );
  return chunk('icns', Buffer.concat(parts));
}

/** @param {number} edge in pixels */
function draw(edge) {
  const density = (72 * edge) / 512;
  return sharp(resolveInProject('resources', 'icon.svg'), { density: Math.max(72, density) })
    .resize(edge, edge)
    .png()
    .toBuffer();
}

/**
 * @param {string} type four signs
 * @param {Buffer} content
 */
function chunk(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}
