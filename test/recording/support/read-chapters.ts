/** A chapter as players list it. */
export interface FoundChapter {
  readonly atMs: number;
  readonly title: string;
}

/** Reads the chapters of an MP4 file from its Nero list; none without a list. */
export function readChapters(file: Buffer): readonly FoundChapter[] {
  const list = ['moov', 'udta', 'chpl'].reduce<Buffer | null>(
    (within, type) => (within === null ? null : findBox(within, type)),
    file,
  );
  const found: FoundChapter[] = [];
  if (list !== null) {
    let at = 9;
    for (let left = list.readUInt8(8); left > 0; left -= 1) {
      const length = list.readUInt8(at + 8);
      found.push({
        atMs: Number(list.readBigUInt64BE(at) / 10_000n),
        title: list.toString('utf8', at + 9, at + 9 + length),
      });
      at += 9 + length;
    }
  }
  return found;
}

function findBox(within: Buffer, wanted: string): Buffer | null {
  for (let at = 0; at + 8 <= within.length;) {
    const isLong = within.readUInt32BE(at) === 1;
    const size = isLong ? Number(within.readBigUInt64BE(at + 8)) : within.readUInt32BE(at);
    if (size < 8) {
      return null;
    }
    if (within.toString('latin1', at + 4, at + 8) === wanted) {
      return within.subarray(at + (isLong ? 16 : 8), at + size);
    }
    at += size;
  }
  return null;
}
