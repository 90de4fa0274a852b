/**
 * Reads files from an untrusted ZIP archive: sizes are bounded, only stored and deflated entries are supported, and
 * errors are typed refusals that name the archive.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { AppError } from '../../../base/errors.ts';

/** File in an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  /** Offset of its local header. */
  readonly start: number;
}

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const MAX_DIRECTORY_BYTES = 1_000_000;
const MAX_ENTRIES = 2000;
const MAX_ENTRY_BYTES = 16_000_000;
const signatures = { end: 0x06_05_4b_50, entry: 0x02_01_4b_50, file: 0x04_03_4b_50 } as const;
const methods = { stored: 0, deflated: 8 } as const;
const inflate = promisify(inflateRaw);

/** Lists the files of an archive. Throws `unsupported_format` when it is none. */
export async function listZip(path: string): Promise<readonly ZipEntry[]> {
  return withFile(path, async (handle, sizeBytes) => {
    const tail = await readAt(handle, path, {
      start: Math.max(0, sizeBytes - END_BYTES - MAX_COMMENT_BYTES),
      end: sizeBytes,
    });
    const at = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
    if (at < 0 || at + END_BYTES > tail.length) {
      throw createRefusal(path, 'has no list of its files');
    }
    const count = tail.readUInt16LE(at + 10);
    const start = tail.readUInt32LE(at + 16);
    const end = start + tail.readUInt32LE(at + 12);
    if (count > MAX_ENTRIES || end > sizeBytes || end - start > MAX_DIRECTORY_BYTES) {
      throw createRefusal(path, 'has a list of its files that cannot be');
    }
    return readEntries(await readAt(handle, path, { start, end }), count, path);
  });
}

/** Reads a file of an archive. Throws `unsupported_format` when its bytes do not match the list. */
export async function readZipEntry(path: string, entry: ZipEntry): Promise<Buffer> {
  if (entry.sizeBytes > MAX_ENTRY_BYTES || entry.packedBytes > MAX_ENTRY_BYTES) {
    throw createRefusal(path, `holds ${entry.name}, which is too large`);
  }
  return withFile(path, async (handle) => {
    const { start } = entry;
    const head = await readAt(handle, path, { start, end: start + 30 });
    if (head.readUInt32LE(0) !== signatures.file) {
      throw createRefusal(path, `does not hold ${entry.name} where it says`);
    }
    const body = start + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    const packed = await readAt(handle, path, { start: body, end: body + entry.packedBytes });
    const bytes = entry.isDeflated ? await unpack(packed, path, entry) : packed;
    if (bytes.length !== entry.sizeBytes) {
      throw createRefusal(path, `holds ${entry.name} in another length than it says`);
    }
    return bytes;
  });
}

function readEntries(list: Buffer, count: number, path: string): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const isWhole = at + 46 <= list.length && list.readUInt32LE(at) === signatures.entry;
    const nameEnd = isWhole ? at + 46 + list.readUInt16LE(at + 28) : Infinity;
    if (nameEnd > list.length) {
      throw createRefusal(path, 'has a damaged list of its files');
    }
    const method = list.readUInt16LE(at + 10);
    if (method === methods.stored || method === methods.deflated) {
      entries.push({
        name: list.toString('utf8', at + 46, nameEnd),
        isDeflated: method === methods.deflated,
        packedBytes: list.readUInt32LE(at + 20),
        sizeBytes: list.readUInt32LE(at + 24),
        start: list.readUInt32LE(at + 42),
      });
    }
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

async function unpack(packed: Buffer, path: string, entry: ZipEntry): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, entry.sizeBytes) });
  } catch (cause) {
    throw createRefusal(path, `holds a damaged ${entry.name}`, cause);
  }
}

async function withFile<T>(
  path: string,
  work: (handle: FileHandle, sizeBytes: number) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r').catch((cause: unknown) => {
    throw createRefusal(path, 'cannot be opened', cause);
  });
  try {
    return await work(handle, (await handle.stat()).size);
  } finally {
    await handle.close();
  }
}

async function readAt(
  handle: FileHandle,
  path: string,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  if (bytesRead < bytes.length) {
    throw createRefusal(path, 'was cut off');
  }
  return bytes;
}

function createRefusal(path: string, problem: string, cause?: unknown): AppError {
  return new AppError('unsupported_format', `${basename(path)} ${problem}.`, { cause });
}
