/** Entry of an archive: a file with its content, a folder, or a character device. */
export interface ArchiveEntry {
  /** Without a slash at its start. */
  readonly path: string;
  /** Type and rights, such as `0o100755`. */
  readonly mode: number;
  readonly content?: Uint8Array | undefined;
  /** Major and minor number of a device. */
  readonly device?: readonly [number, number] | undefined;
}

/** Writes a cpio archive (`newc`), which Linux unpacks as its first file system. Folders come before their content. */
export function writeCpio(entries: readonly ArchiveEntry[]): Uint8Array {
  const folders = new Set<string>();
  const all = entries.flatMap((entry) => [...foldersAbove(entry.path, folders), entry]);
  const records = [...all, { path: 'TRAILER!!!', mode: 0 }].map(toRecord);
  return Buffer.concat(records);
}

function foldersAbove(path: string, known: Set<string>): ArchiveEntry[] {
  const parts = path.split('/').slice(0, -1);
  return parts.flatMap((_part, index) => {
    const folder = parts.slice(0, index + 1).join('/');
    if (known.has(folder)) {
      return [];
    }
    known.add(folder);
    return [{ path: folder, mode: 0o040755 }];
  });
}

function toRecord({ path, mode, content, device }: ArchiveEntry, index: number): Uint8Array {
  const [major, minor] = device ?? [0, 0];
  const name = Buffer.from(`${path}\0`);
  const bytes = content ?? new Uint8Array();
  // inode, mode, user, group, links, time, size, device, its own device, length of the name, sum
  const fields = [index + 1, mode, 0, 0, 1, 0, bytes.byteLength, 0, 0, major, minor];
  const numbers = [...fields, name.byteLength, 0].map((field) =>
    field.toString(16).padStart(8, '0'),
  );
  const head = Buffer.concat([Buffer.from(`070701${numbers.join('')}`), name]);
  return Buffer.concat([fill(head), fill(bytes)]);
}

/** Up to the next multiple of four. */
function fill(bytes: Uint8Array): Uint8Array {
  const padding = new Uint8Array((4 - (bytes.byteLength % 4)) % 4);
  return Buffer.concat([bytes, padding]);
}
