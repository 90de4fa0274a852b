type Mutation = (bytes: Buffer, donor: Buffer, at: (below: number) => number) => Buffer;

/** Ways in which files are broken on their way: by networks, disks, programs and on purpose. */
const mutations: Readonly<Record<string, Mutation>> = {
  cut: (bytes, _, at) => bytes.subarray(0, at(bytes.length)),
  'another kind': (_, donor) => donor,
  crumb: (bytes, _, at) => bytes.subarray(0, 1 + at(64)),
  swollen: (bytes, _, at) => Buffer.concat([bytes, Buffer.alloc(at(8_000_000))]),
  hole: (bytes, _, at) => {
    const start = at(bytes.length);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + 1 + at(400))]);
  },
  repeated: (bytes, _, at) => {
    const start = at(bytes.length);
    const end = start + 1 + at(400);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  },
  spliced: (bytes, donor, at) =>
    Buffer.concat([bytes.subarray(0, at(bytes.length)), donor.subarray(at(donor.length))]),
  'flipped bits': (bytes, _, at) => {
    const copy = Buffer.from(bytes);
    for (let flips = 1 + at(12); flips > 0; flips -= 1) {
      const offset = at(copy.length);
      copy[offset] = copy[offset]! ^ (1 << at(8));
    }
    return copy;
  },
  'broken head': (bytes, _, at) => {
    const copy = Buffer.from(bytes);
    for (let hits = 1 + at(6); hits > 0; hits -= 1) {
      copy[at(Math.min(copy.length, 1500))] = at(256);
    }
    return copy;
  },
  'blank part': (bytes, _, at) => {
    const start = at(bytes.length);
    const copy = Buffer.from(bytes);
    copy.subarray(start, start + at(2000)).fill(at(2) * 255);
    return copy;
  },
  'swapped boxes': (bytes, _, at) => {
    const boxes = splitBoxes(bytes);
    const from = at(boxes.length);
    const to = at(boxes.length);
    [boxes[from], boxes[to]] = [boxes[to]!, boxes[from]!];
    return Buffer.concat(boxes);
  },
  'wrong sizes': (bytes, _, at) => {
    const copy = Buffer.from(bytes);
    const offset = findSize(copy, at);
    copy.writeUInt32BE([0, 1, 7, 0x7fff_ffff, 0xffff_ffff, at(copy.length)][at(6)]!, offset);
    return copy;
  },
};

/** Names of the ways to break a file. */
export const mutationNames = Object.keys(mutations);

/** Breaks a file in one way; `donor` is another file from which a part may be copied. */
export function mutate(
  bytes: Buffer,
  donor: Buffer,
  random: () => number,
): { readonly bytes: Buffer; readonly how: string } {
  const at = (below: number): number => Math.floor(random() * Math.max(1, below));
  const how = mutationNames[at(mutationNames.length)]!;
  return { bytes: mutations[how]!(bytes, donor, at), how };
}

/** The boxes of an MP4 file, or the quarters of any other. */
function splitBoxes(bytes: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) {
      const part = Math.ceil(bytes.length / 4);
      return [0, 1, 2, 3].map((index) => bytes.subarray(index * part, (index + 1) * part));
    }
    boxes.push(bytes.subarray(at, at + size));
    at += size;
  }
  return boxes;
}

const sizedNames = ['moov', 'trak', 'stbl', 'stsz', 'stco', 'stts', 'avcC', 'mdat', 'IHDR', 'IDAT'];

/** Finds the offset of a size field: before the name of a box or chunk, else anywhere. */
function findSize(bytes: Buffer, at: (below: number) => number): number {
  const name = bytes.indexOf(sizedNames[at(sizedNames.length)]!);
  // A table of sizes and offsets follows its name.
  const offset = name < 4 ? at(bytes.length - 4) : name + [-4, 8, 12, 16][at(4)]!;
  return Math.max(0, Math.min(bytes.length - 4, offset));
}
