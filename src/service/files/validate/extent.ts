/**
 * Checks whether a file is as long as its header states, and finds the end of an image. Pure walks over the
 * outer structure, bounded in steps; they detect truncated files, which decoders often conceal.
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { FormatId } from '../formats.ts';

/** A walk never takes more steps than this; a longer file is left to the decoder. */
const maxSteps = 100_000;

/** Result of the walk over the outer structure. */
export interface Extent {
  /** Bytes are missing at the end. */
  readonly isCut: boolean;
  /** End of an image; bytes after it do not belong to it. */
  readonly endsAt: number | null;
}

interface Reader {
  readonly sizeBytes: number;
  /** Up to `length` bytes from `offset`, fewer at the end. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** Reads the extent of a file of a known format. */
export async function readExtent(path: string, format: FormatId): Promise<Extent> {
  const handle = await open(path, 'r');
  try {
    return await walk(await toReader(handle), format);
  } finally {
    await handle.close();
  }
}

async function walk(reader: Reader, format: FormatId): Promise<Extent> {
  switch (format) {
    case 'jpeg':
      return toPictureExtent(findJpegEnd(await reader.read(0, reader.sizeBytes)), reader);
    case 'png':
      return toPictureExtent(await findPngEnd(reader), reader);
    case 'webp':
      return toPictureExtent((await reader.read(4, 4)).readUInt32LE(0) + 8, reader);
    case 'wav':
      return { isCut: await isWavCut(reader), endsAt: null };
    case 'mp4':
    case 'mov':
    case 'm4a':
    case 'heic':
      return { isCut: await isBoxFileCut(reader), endsAt: null };
    case 'webm':
    case 'mkv':
    case 'weba':
      return { isCut: await isMatroskaCut(reader), endsAt: null };
    case 'ogg':
      return { isCut: await isOggCut(reader), endsAt: null };
    case 'mp3':
    case 'aac':
    case 'flac':
      return { isCut: false, endsAt: null };
  }
}

async function toReader(handle: FileHandle): Promise<Reader> {
  const { size } = await handle.stat();
  return {
    sizeBytes: size,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
}

function toPictureExtent(endsAt: number | null, reader: Reader): Extent {
  return endsAt === null || endsAt > reader.sizeBytes
    ? { isCut: true, endsAt: null }
    : { isCut: false, endsAt };
}

/** Offset after the end-of-image marker of the first image; null when there is none. */
export function findJpegEnd(bytes: Buffer): number | null {
  let offset = 2;
  for (let step = 0; step < maxSteps; step += 1) {
    const marker = bytes.indexOf(0xff, offset);
    const code = marker < 0 ? undefined : bytes[marker + 1];
    if (code === undefined) {
      return null;
    }
    if (code === 0xd9) {
      return marker + 2;
    }
    if (code === 0xff) {
      offset = marker + 1;
    } else if (code === 0 || code === 1 || (code >= 0xd0 && code <= 0xd7)) {
      offset = skipScan(bytes, marker + 2);
    } else {
      if (marker + 4 > bytes.length) {
        return null;
      }
      offset = marker + 2 + bytes.readUInt16BE(marker + 2);
    }
  }
  return null;
}

/** Position of the next marker in coded data, which escapes its own 0xFF bytes. */
function skipScan(bytes: Buffer, from: number): number {
  let marker = bytes.indexOf(0xff, from);
  while (marker >= 0) {
    const code = bytes[marker + 1] ?? 0;
    if (code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)) {
      return marker;
    }
    marker = bytes.indexOf(0xff, marker + (code === 0xff ? 1 : 2));
  }
  return bytes.length;
}

async function findPngEnd(reader: Reader): Promise<number | null> {
  let offset = 8;
  for (let step = 0; step < maxSteps && offset + 12 <= reader.sizeBytes; step += 1) {
    const head = await reader.read(offset, 8);
    offset += 12 + head.readUInt32BE(0);
    if (head.toString('latin1', 4) === 'IEND') {
      return offset;
    }
  }
  return null;
}

async function isWavCut(reader: Reader): Promise<boolean> {
  let offset = 12;
  for (let step = 0; step < maxSteps && offset + 8 <= reader.sizeBytes; step += 1) {
    const head = await reader.read(offset, 8);
    const lengthBytes = head.readUInt32LE(4);
    if (head.toString('latin1', 0, 4) === 'data') {
      // Recorders that write to a pipe leave the length open as 0 or all ones.
      const isOpen = lengthBytes === 0 || lengthBytes >= 0xffff_ff00;
      return !isOpen && offset + 8 + lengthBytes > reader.sizeBytes;
    }
    offset += 8 + lengthBytes + (lengthBytes % 2);
  }
  return true;
}

async function isBoxFileCut(reader: Reader): Promise<boolean> {
  let offset = 0;
  for (let step = 0; step < maxSteps && offset < reader.sizeBytes; step += 1) {
    const head = await reader.read(offset, 16);
    if (head.length < 8) {
      return false;
    }
    const short = head.readUInt32BE(0);
    if (short === 0) {
      return false;
    }
    const lengthBytes = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (lengthBytes < 8) {
      return false;
    }
    offset += lengthBytes;
  }
  return offset > reader.sizeBytes;
}

const segmentId = 0x18538067;

async function isMatroskaCut(reader: Reader): Promise<boolean> {
  const head = await reader.read(0, 64);
  const afterHeader = findElementEnd(head, 4);
  if (afterHeader === null) {
    return true;
  }
  const segment = await reader.read(afterHeader, 12);
  if (segment.length < 5 || segment.readUInt32BE(0) !== segmentId) {
    return segment.length < 5;
  }
  const end = findElementEnd(segment, 4);
  return end !== null && afterHeader + end > reader.sizeBytes;
}

/** End of the element whose size starts at `at`; null when the size is unknown (a live recording). */
function findElementEnd(bytes: Buffer, at: number): number | null {
  const first = bytes[at] ?? 0;
  const width = Math.clz32(first) - 23;
  if (width > 8 || at + width > bytes.length) {
    return null;
  }
  let size = first & (0xff >> width);
  let isUnknown = size === 0xff >> width;
  for (let index = 1; index < width; index += 1) {
    const byte = bytes[at + index] ?? 0;
    isUnknown &&= byte === 0xff;
    size = size * 256 + byte;
  }
  return isUnknown ? null : at + width + size;
}

async function isOggCut(reader: Reader): Promise<boolean> {
  const from = Math.max(0, reader.sizeBytes - 131_072);
  const tail = await reader.read(from, 131_072);
  const at = tail.lastIndexOf('OggS', undefined, 'latin1');
  const segments = at < 0 ? undefined : tail[at + 26];
  if (segments === undefined || at + 27 + segments > tail.length) {
    return true;
  }
  const lacing = tail.subarray(at + 27, at + 27 + segments);
  const payloadBytes = lacing.reduce((sum, length) => sum + length, 0);
  return at + 27 + segments + payloadBytes > tail.length;
}
