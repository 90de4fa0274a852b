import { invariant } from '../../base/errors.ts';

/** Values of manifests: integers, texts, bytes, lists and maps, whose keys keep their order. */
export type CborValue =
  | number
  | string
  | null
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<number | string, CborValue>;

/** Major types of RFC 8949. */
const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5 } as const;

const NULL = Buffer.of(0xf6);

/** The value as RFC 8949 has it, every length in its shortest form. */
export function encodeCbor(value: CborValue): Buffer {
  if (value === null) {
    return NULL;
  }
  if (typeof value === 'number') {
    invariant(Number.isSafeInteger(value), 'Numbers of manifests are whole.');
    return value < 0 ? toHead(major.negative, -1 - value) : toHead(major.unsigned, value);
  }
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([toHead(major.text, text.length), text]);
  }
  if (value instanceof Uint8Array) {
    return Buffer.concat([toHead(major.bytes, value.length), value]);
  }
  if (value instanceof Map) {
    const entries = [...value].flat().map(encodeCbor);
    return Buffer.concat([toHead(major.map, value.size), ...entries]);
  }
  const items = [...value].map(encodeCbor);
  return Buffer.concat([toHead(major.list, items.length), ...items]);
}

/** A map with names as keys. */
export function toCborMap(entries: Readonly<Record<string, CborValue>>): CborValue {
  return new Map(Object.entries(entries));
}

function toHead(type: number, count: number): Buffer {
  const first = type << 5;
  if (count < 24) {
    return Buffer.of(first | count);
  }
  if (count < 0x1_00) {
    return Buffer.of(first | 24, count);
  }
  const head = Buffer.alloc(count < 0x1_00_00 ? 3 : count < 0x1_00_00_00_00 ? 5 : 9);
  head[0] = first | (head.length === 3 ? 25 : head.length === 5 ? 26 : 27);
  if (head.length === 9) {
    head.writeBigUInt64BE(BigInt(count), 1);
  } else {
    head.writeUIntBE(count, 1, head.length - 1);
  }
  return head;
}
