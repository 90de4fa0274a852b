import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { toStoredZip } from '../../support/stored-zip.ts';

/** An image of noise-free gradients in the given format. */
export async function makePicture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif',
  size: readonly [number, number] = [160, 120],
): Promise<Buffer> {
  const [width, height] = size;
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < pixels.length; index += 1) {
    pixels[index] = (index * 7 + Math.floor(index / (width * 3)) * 5) % 256;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** One chunk of a PNG. */
export function toPngChunk(type: string, payload: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), payload]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(payload.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A black-and-white PNG of any size in a few kilobytes; `rows` of it are really there. */
export function makeFlatPng(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const scanlines = Buffer.alloc(rows * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    pngHead,
    toPngChunk('IHDR', header),
    toPngChunk('IDAT', deflateSync(scanlines, { level: 9 })),
    toPngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG whose text chunk unpacks to many megabytes. */
export async function makeTextBombPng(unpackedBytes: number): Promise<Buffer> {
  const image = await makePicture('png');
  const text = Buffer.concat([Buffer.from('c\0\0'), deflateSync(Buffer.alloc(unpackedBytes))]);
  return insertAfterHeader(image, toPngChunk('zTXt', text));
}

/** Puts a chunk behind the header of a PNG. */
export function insertAfterHeader(image: Buffer, chunk: Buffer): Buffer {
  const end = 8 + 25;
  return Buffer.concat([image.subarray(0, end), chunk, image.subarray(end)]);
}

/** A ZIP with one stored file. */
export function makeZip(): Buffer {
  return toStoredZip([{ name: 'index.html', content: '<script>alert(1)</script>' }]);
}
