import { type FileRange, readRange, refuseToSign, type SourceFile } from './embedding.ts';

/** A box of an MP4 file, with its header. */
export interface Mp4Box extends FileRange {
  readonly type: string;
}

/** A file of ours has five; one in fragments, which is not signed, has thousands. */
const MAX_BOXES = 64;
/** The index of an hour is a few megabytes. */
const MAX_INDEX_BYTES = 33_554_432;
const HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;

/** The boxes that a file is made of, in their order. Throws `unsupported_format`. */
export async function listMp4Boxes(file: SourceFile): Promise<readonly Mp4Box[]> {
  const boxes: Mp4Box[] = [];
  for (let start = 0; start < file.sizeBytes; start = boxes.at(-1)?.end ?? start) {
    const header = await readRange(file, {
      start,
      end: Math.min(start + LONG_HEADER_BYTES, file.sizeBytes),
    });
    boxes.push(readHeader(header, start, file.sizeBytes));
    if (boxes.length > MAX_BOXES) {
      throw refuseToSign('it has too many parts');
    }
  }
  return boxes;
}

/** The bytes of the index of a file. Throws `unsupported_format` when they are too many. */
export function readIndex(file: SourceFile, box: Mp4Box): Promise<Buffer> {
  if (box.end - box.start > MAX_INDEX_BYTES) {
    throw refuseToSign('its index is too large');
  }
  return readRange(file, box);
}

/** Shifts an index for media that start `byBytes` later. Throws `unsupported_format`. */
export function shiftIndex(index: Buffer, byBytes: number): Buffer {
  const shifted = Buffer.from(index);
  shiftOffsets(shifted, byBytes, 0);
  return shifted;
}

/** Container boxes on the path to the offsets of media. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const MAX_DEPTH = containers.size;

function shiftOffsets(bytes: Buffer, byBytes: number, depth: number): void {
  for (let start = 0; start + HEADER_BYTES <= bytes.length;) {
    const { type, end } = readHeader(bytes.subarray(start), start, bytes.length);
    const content = bytes.subarray(start + HEADER_BYTES, end);
    if (containers.has(type) && depth < MAX_DEPTH) {
      shiftOffsets(content, byBytes, depth + 1);
    } else if (type === 'stco' || type === 'co64') {
      shiftTable(content, byBytes, type === 'stco' ? 4 : 8);
    }
    start = end;
  }
}

/** A version, a count, then offsets from the beginning of the file. */
function shiftTable(table: Buffer, byBytes: number, entryBytes: 4 | 8): void {
  if (table.length < 8 || table.readUInt32BE(4) * entryBytes > table.length - 8) {
    throw refuseToSign('its index is damaged');
  }
  const end = 8 + table.readUInt32BE(4) * entryBytes;
  for (let at = 8; at < end; at += entryBytes) {
    if (entryBytes === 8) {
      table.writeBigUInt64BE(BigInt.asUintN(64, table.readBigUInt64BE(at) + BigInt(byBytes)), at);
    } else if (table.readUInt32BE(at) + byBytes <= 0xff_ff_ff_ff) {
      table.writeUInt32BE(table.readUInt32BE(at) + byBytes, at);
    } else {
      throw refuseToSign('it is too long for its index');
    }
  }
}

function readHeader(bytes: Buffer, start: number, limit: number): Mp4Box {
  if (bytes.length < HEADER_BYTES) {
    throw refuseToSign('it ends too early');
  }
  const length = bytes.readUInt32BE(0);
  const type = bytes.toString('latin1', 4, HEADER_BYTES);
  if (length === 1 && bytes.length >= LONG_HEADER_BYTES) {
    const long = Number(bytes.readBigUInt64BE(HEADER_BYTES));
    return toBox(type, { start, end: start + long }, { limit, minBytes: LONG_HEADER_BYTES });
  }
  // 0: up to the end of the file.
  const end = length === 0 ? limit : start + length;
  return toBox(type, { start, end }, { limit, minBytes: HEADER_BYTES });
}

function toBox(
  type: string,
  { start, end }: FileRange,
  { limit, minBytes }: { readonly limit: number; readonly minBytes: number },
): Mp4Box {
  if (!Number.isSafeInteger(end) || end > limit || end < start + minBytes) {
    throw refuseToSign('the length of one of its parts is none');
  }
  return { type, start, end };
}
