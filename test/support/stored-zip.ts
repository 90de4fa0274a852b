import { crc32 } from 'node:zlib';

/** File of a zip archive. */
interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Unix mode; 0o644 by default. */
  readonly mode?: number;
}

/** Writes a zip archive without compression. */
export function toStoredZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o644 } of entries) {
    const bytes = Buffer.from(content);
    const path = Buffer.from(name);
    // Version, flags, method, time, date; then checksum, both sizes, length of the name and of the extra field.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x21, 8);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(bytes.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((0o100_000 | mode) * 0x1_0000, 6);
    tail.writeUInt32LE(offset, 10);
    // 0x03 in the upper byte: file modes are Unix modes.
    const made = Buffer.from([20, 3]);
    directory.push(Buffer.from('PK\u0001\u0002'), made, shared, tail, path);
    const local = [Buffer.from('PK\u0003\u0004'), shared, path, bytes];
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
