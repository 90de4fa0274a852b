/** A value with its own signature. */
export interface Variant {
  readonly signature: string;
  readonly value: DbusValue;
}

/** A D-Bus value: structs and dictionary entries are arrays; 64-bit integers are a `bigint`. */
export type DbusValue = number | bigint | string | boolean | readonly DbusValue[] | Variant;

/** Makes a {@link Variant}. */
export function toVariant(signature: string, value: DbusValue): Variant {
  return { signature, value };
}

/** Bytes that a type begins at a multiple of. */
const alignments: Readonly<Record<string, number>> = {
  y: 1,
  g: 1,
  v: 1,
  n: 2,
  q: 2,
  b: 4,
  i: 4,
  u: 4,
  h: 4,
  x: 8,
  t: 8,
  d: 8,
  s: 4,
  o: 4,
  a: 4,
  '(': 8,
  '{': 8,
};

/** Numbers that are not of 32 bits, nor a single byte. */
const wideNumbers: Readonly<
  Record<
    string,
    {
      readonly write: (bytes: Buffer, value: DbusValue) => void;
      readonly read: (bytes: Buffer, isLittle: boolean) => DbusValue;
    }
  >
> = {
  n: {
    write: (bytes, value) => void bytes.writeInt16LE(Number(value)),
    read: (bytes, isLittle) => (isLittle ? bytes.readInt16LE() : bytes.readInt16BE()),
  },
  q: {
    write: (bytes, value) => void bytes.writeUInt16LE(Number(value)),
    read: (bytes, isLittle) => (isLittle ? bytes.readUInt16LE() : bytes.readUInt16BE()),
  },
  x: {
    write: (bytes, value) => void bytes.writeBigInt64LE(toBig(value)),
    read: (bytes, isLittle) => (isLittle ? bytes.readBigInt64LE() : bytes.readBigInt64BE()),
  },
  t: {
    write: (bytes, value) => void bytes.writeBigUInt64LE(toBig(value)),
    read: (bytes, isLittle) => (isLittle ? bytes.readBigUInt64LE() : bytes.readBigUInt64BE()),
  },
  d: {
    write: (bytes, value) => void bytes.writeDoubleLE(Number(value)),
    read: (bytes, isLittle) => (isLittle ? bytes.readDoubleLE() : bytes.readDoubleBE()),
  },
};

/** Longest array that is read, in bytes; the protocol allows 64 MB. */
const maxArrayBytes = 4_000_000;
/** Maximum nesting of types; no valid message has more. */
const maxDepth = 32;

/** Splits a signature into complete types. Throws when it is invalid, or has an unsupported type. */
export function splitTypes(signature: string): readonly string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length;) {
    const end = findTypeEnd(signature, at, 0);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

function findTypeEnd(signature: string, at: number, depth: number): number {
  const first = signature[at] ?? '';
  if (!Object.hasOwn(alignments, first) || depth > maxDepth) {
    throw new Error(`"${signature}" is no signature of D-Bus that is known here.`);
  }
  if (first === 'a') {
    return findTypeEnd(signature, at + 1, depth + 1);
  }
  if (first !== '(' && first !== '{') {
    return at + 1;
  }
  const close = first === '(' ? ')' : '}';
  let end = at + 1;
  do {
    end = findTypeEnd(signature, end, depth + 1);
  } while (signature[end] !== close);
  return end + 1;
}

/** Writes values one after the other, little-endian. */
export class ValueWriter {
  readonly #bytes: number[] = [];

  /** Returns the written bytes. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes);
  }

  /** Pads to a multiple of the given bytes. */
  align(to: number): void {
    while (this.#bytes.length % to !== 0) {
      this.#bytes.push(0);
    }
  }

  /** Writes the values of a signature. */
  writeAll(signature: string, values: readonly DbusValue[]): void {
    splitTypes(signature).forEach((type, index) => this.write(type, values[index] ?? 0));
  }

  /** Writes a value of one type. */
  write(type: string, value: DbusValue): void {
    const first = type[0] ?? '';
    this.align(alignments[first] ?? 1);
    if (first === 'a') {
      this.#writeArray(type.slice(1), toList(value));
    } else if (first === '(' || first === '{') {
      this.writeAll(type.slice(1, -1), toList(value));
    } else if (first === 'v') {
      const { signature, value: inner } = toVariantOf(value);
      this.write('g', signature);
      this.write(signature, inner);
    } else if (first === 'y') {
      this.#bytes.push(Number(value) & 0xff);
    } else if (Object.hasOwn(wideNumbers, first)) {
      const bytes = Buffer.alloc(alignments[first] ?? 0);
      wideNumbers[first]?.write(bytes, value);
      this.#bytes.push(...bytes);
    } else if (first === 's' || first === 'o' || first === 'g') {
      const text = Buffer.from(toDbusText(value), 'utf8');
      if (first === 'g') {
        this.#bytes.push(text.length);
      } else {
        this.#write32(text.length);
      }
      this.#bytes.push(...text, 0);
    } else {
      this.#write32(Number(value));
    }
  }

  #writeArray(type: string, values: readonly DbusValue[]): void {
    const lengthAt = this.#bytes.length;
    this.#write32(0);
    this.align(alignments[type[0] ?? ''] ?? 1);
    const beginAt = this.#bytes.length;
    for (const value of values) {
      this.write(type, value);
    }
    const length = Buffer.alloc(4);
    length.writeUInt32LE(this.#bytes.length - beginAt);
    this.#bytes.splice(lengthAt, 4, ...length);
  }

  #write32(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(value | 0);
    this.#bytes.push(...bytes);
  }
}

/** Reads values one after the other. Throws when the bytes do not match the signature. */
export class ValueReader {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;
  #at: number;

  constructor(bytes: Buffer, isLittle: boolean, at = 0) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
    this.#at = at;
  }

  /** Byte that is read next. */
  get at(): number {
    return this.#at;
  }

  align(to: number): void {
    this.#at = Math.ceil(this.#at / to) * to;
  }

  /** Reads the values of a signature. */
  readAll(signature: string, depth = 0): DbusValue[] {
    return splitTypes(signature).map((type) => this.read(type, depth));
  }

  /** Reads a value of one type. */
  read(type: string, depth = 0): DbusValue {
    if (depth > maxDepth) {
      throw new Error('A message of D-Bus has too many values inside each other.');
    }
    const first = type[0] ?? '';
    this.align(alignments[first] ?? 1);
    switch (first) {
      case 'a':
        return this.#readArray(type.slice(1), depth + 1);
      case '(':
      case '{':
        return this.readAll(type.slice(1, -1), depth + 1);
      case 'v': {
        const signature = toDbusText(this.read('g'));
        return toVariant(signature, this.read(signature, depth + 1));
      }
      case 'y':
        return this.#take(1).readUInt8();
      case 'g':
        return this.#readText(this.#take(1).readUInt8());
      case 's':
      case 'o':
        return this.#readText(this.#read32());
      case 'b':
        return this.#read32() !== 0;
      case 'i':
        return this.#read32() | 0;
      default:
        return Object.hasOwn(wideNumbers, first)
          ? (wideNumbers[first]?.read(this.#take(alignments[first] ?? 0), this.#isLittle) ?? 0)
          : this.#read32();
    }
  }

  #readArray(type: string, depth: number): DbusValue[] {
    const length = this.#read32();
    if (length > maxArrayBytes) {
      throw new Error('A message of D-Bus has an array that is too long.');
    }
    this.align(alignments[type[0] ?? ''] ?? 1);
    const end = this.#at + length;
    const values: DbusValue[] = [];
    while (this.#at < end) {
      values.push(this.read(type, depth));
    }
    return values;
  }

  #readText(length: number): string {
    const text = this.#take(length).toString('utf8');
    this.#take(1);
    return text;
  }

  #read32(): number {
    const bytes = this.#take(4);
    return this.#isLittle ? bytes.readUInt32LE() : bytes.readUInt32BE();
  }

  #take(count: number): Buffer {
    const bytes = this.#bytes.subarray(this.#at, this.#at + count);
    if (bytes.length < count) {
      throw new Error('A message of D-Bus ends too early.');
    }
    this.#at += count;
    return bytes;
  }
}

/** A value that is a text; anything else is an empty one. */
export function toDbusText(value: DbusValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toBig(value: DbusValue): bigint {
  return typeof value === 'bigint' ? value : BigInt(Number(value));
}

function toList(value: DbusValue): readonly DbusValue[] {
  if (!Array.isArray(value)) {
    throw new TypeError('An array or a struct of D-Bus is written from an array.');
  }
  return value;
}

function toVariantOf(value: DbusValue): Variant {
  if (typeof value !== 'object' || !('signature' in value)) {
    throw new TypeError('A variant of D-Bus is written from one.');
  }
  return value;
}
