import { type FileHandle, open } from 'node:fs/promises';
import { Dictionary, type FormatContext } from 'node-av/lib';
import { AppError } from '../../base/errors.ts';

/** Chapter mark of a recording, which players can jump to. */
export interface Chapter {
  readonly atMs: number;
  readonly title: string;
}

/** The `chpl` box stores the number of chapters, and of bytes of a title, in one byte. */
const maxChapters = 255;
const maxTitleBytes = 255;
const headerBytes = 8;
/** Units of 100 ns in a millisecond. */
const unitsPerMs = 10_000n;

/** Byte range of the contents of an MP4 box. */
interface Box {
  readonly start: number;
  readonly end: number;
}

/**
 * Reserves space for a chapter list in the index of an output file, because node-av cannot write chapters: a comment of
 * the same length stands there until {@link writeChapters}.
 */
export function reserveChapters(container: FormatContext, chapters: readonly Chapter[]): void {
  const metadata = Dictionary.fromObject({
    comment: ' '.repeat(toChapterBox(chapters).length + headerBytes),
  });
  container.metadata = metadata;
}

/** Overwrites the reserved comment with the chapters as a `chpl` box, which players and editors read. */
export async function writeChapters(path: string, chapters: readonly Chapter[]): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, { start: 0, end: size }, 'moov');
    const reserved = movie === null ? null : await findBox(file, movie, 'udta');
    const box = toChapterBox(chapters);
    const left = reserved === null ? -1 : reserved.end - reserved.start - box.length;
    if (reserved === null || left < headerBytes) {
      throw new AppError('processing_failed', 'The file has no room for its chapters.');
    }
    const rest = Buffer.alloc(left);
    rest.writeUInt32BE(left, 0);
    rest.write('free', 4, 'latin1');
    await file.write(Buffer.concat([box, rest]), 0, null, reserved.start);
  } finally {
    await file.close();
  }
}

async function findBox(file: FileHandle, within: Box, type: string): Promise<Box | null> {
  const header = Buffer.alloc(2 * headerBytes);
  for (let at = within.start; at + headerBytes <= within.end;) {
    await file.read(header, 0, header.length, at);
    const short = header.readUInt32BE(0);
    const isLong = short === 1;
    const size = isLong ? Number(header.readBigUInt64BE(8)) : short === 0 ? within.end - at : short;
    if (size < headerBytes) {
      return null;
    }
    if (header.toString('latin1', 4, 8) === type) {
      return { start: at + (isLong ? 2 : 1) * headerBytes, end: at + size };
    }
    at += size;
  }
  return null;
}

/** Encodes Nero's `chpl` box, version 1: per chapter its time in units of 100 ns and its title in UTF-8. */
function toChapterBox(all: readonly Chapter[]): Buffer {
  const chapters = all.slice(0, maxChapters);
  const entries = chapters.map(({ atMs, title }) => {
    const name = cutUtf8(title);
    const entry = Buffer.alloc(9 + name.length);
    entry.writeBigUInt64BE(BigInt(Math.round(atMs)) * unitsPerMs, 0);
    entry.writeUInt8(name.length, 8);
    name.copy(entry, 9);
    return entry;
  });
  const body = Buffer.concat(entries);
  const head = Buffer.alloc(headerBytes + 9);
  head.writeUInt32BE(head.length + body.length, 0);
  head.write('chpl', 4, 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(chapters.length, 16);
  return Buffer.concat([head, body]);
}

/** Truncates a title to `maxTitleBytes` between two characters: continuation bytes of UTF-8 begin with the bits 10. */
function cutUtf8(title: string): Buffer {
  const bytes = Buffer.from(title);
  let end = Math.min(bytes.length, maxTitleBytes);
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) {
    end -= 1;
  }
  return bytes.subarray(0, end);
}
