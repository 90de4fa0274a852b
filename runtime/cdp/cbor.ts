/**
 * Binary form of the DevTools protocol: the part of CBOR (RFC 8949) that Chromium's
 * `third_party/inspector_protocol/crdtp/cbor` reads and writes. Maps and lists have no item count, but each is
 * in an envelope with its length in bytes; a text that is not well-formed is sent as UTF-16.
 */

/** A message, or a value inside it, as in JSON. */
export type CborValue = string | number | boolean | null | CborList | CborMap;

/** See {@link CborValue}. */
type CborList = readonly CborValue[];

/** See {@link CborValue}. Fields that are undefined are left out. */
export interface CborMap {
  readonly [key: string]: CborValue | undefined;
}

/** Bytes before the content of an envelope: tag 24, then the length in 32 bits. */
export const envelopeHeaderBytes = 7;

const ENVELOPE = [0xd8, 0x18, 0x5a] as const;
const LIST = 0x9f;
const MAP = 0xbf;
const STOP = 0xff;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;
const UNDEFINED = 0xf7;
const FLOAT64 = 0xfb;
const TAG = 0xd8;
/** Bytes that JSON would show as base64. */
const BINARY_TAG = 0xd6;
const major = { unsigned: 0, negative: 1, bytes: 2, text: 3 } as const;
const maxInteger = 0x7fff_ffff;
const maxDepth = 300;

/** Bytes of a message, in its envelope. */
export function encodeMessage(message: CborMap): Uint8Array<ArrayBuffer> {
  const writer = new Writer();
  writer.write(message, 0);
  return writer.finish();
}

class Writer {
  #bytes = Buffer.allocUnsafeSlow(512);
  #size = 0;

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#size);
  }

  write(value: CborValue | undefined, depth: number): void {
    if (depth > maxDepth) {
      throw new RangeError(`A message nested more than ${maxDepth} deep cannot be sent.`);
    }
    if (typeof value === 'string') {
      this.#writeText(value);
    } else if (typeof value === 'number') {
      this.#writeNumber(value);
    } else if (typeof value === 'boolean') {
      this.#writeByte(value ? TRUE : FALSE);
    } else if (value === null || value === undefined) {
      this.#writeByte(NULL);
    } else {
      this.#writeEnvelope(value, depth);
    }
  }

  #writeEnvelope(value: CborList | CborMap, depth: number): void {
    this.#reserve(envelopeHeaderBytes);
    this.#bytes.set(ENVELOPE, this.#size);
    this.#size += envelopeHeaderBytes;
    const start = this.#size;
    if (isList(value)) {
      this.#writeByte(LIST);
      for (const item of value) {
        this.write(item, depth + 1);
      }
    } else {
      this.#writeByte(MAP);
      for (const [key, item] of Object.entries(value)) {
        if (item !== undefined) {
          this.#writeText(key);
          this.write(item, depth + 1);
        }
      }
    }
    this.#writeByte(STOP);
    this.#bytes.writeUInt32BE(this.#size - start, start - 4);
  }

  #writeText(text: string): void {
    if (text.isWellFormed()) {
      const length = Buffer.byteLength(text, 'utf8');
      this.#writeHead(major.text, length);
      this.#reserve(length);
      this.#size += this.#bytes.write(text, this.#size, 'utf8');
    } else {
      this.#writeHead(major.bytes, text.length * 2);
      this.#reserve(text.length * 2);
      this.#size += this.#bytes.write(text, this.#size, 'utf16le');
    }
  }

  #writeNumber(value: number): void {
    if (Number.isInteger(value) && Math.abs(value) <= maxInteger && !Object.is(value, -0)) {
      this.#writeHead(value < 0 ? major.negative : major.unsigned, value < 0 ? -value - 1 : value);
      return;
    }
    this.#writeByte(FLOAT64);
    this.#reserve(8);
    this.#size = this.#bytes.writeDoubleBE(value, this.#size);
  }

  #writeHead(kind: number, value: number): void {
    this.#reserve(5);
    if (value < 24) {
      this.#writeByte((kind << 5) | value);
    } else if (value <= 0xff) {
      this.#writeByte((kind << 5) | 24);
      this.#writeByte(value);
    } else if (value <= 0xffff) {
      this.#writeByte((kind << 5) | 25);
      this.#size = this.#bytes.writeUInt16BE(value, this.#size);
    } else {
      this.#writeByte((kind << 5) | 26);
      this.#size = this.#bytes.writeUInt32BE(value, this.#size);
    }
  }

  #writeByte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#size] = value;
    this.#size += 1;
  }

  #reserve(bytes: number): void {
    const needed = this.#size + bytes;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed + 64, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
  }
}

function isList(value: CborList | CborMap): value is CborList {
  return Array.isArray(value);
}

/**
 * Size of the envelope that begins here, its header included; null while too few bytes are there.
 * Throws a RangeError for anything that is no envelope.
 */
export function parseEnvelopeSize(bytes: Uint8Array): number | null {
  if (bytes.length < envelopeHeaderBytes) {
    return null;
  }
  if (!ENVELOPE.every((byte, index) => bytes[index] === byte)) {
    throw new RangeError('The browser sent something that is no message.');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return envelopeHeaderBytes + view.getUint32(ENVELOPE.length);
}

/** Decodes a message, envelope included. Throws a RangeError unless the bytes are exactly one message. */
export function decodeMessage(bytes: Uint8Array): CborValue {
  const reader = new Reader(bytes);
  const value = reader.read(0);
  if (!reader.isAtEnd) {
    throw new RangeError('A message of the browser has more bytes than it says.');
  }
  return value;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  read(depth: number): CborValue {
    if (depth > maxDepth) {
      throw new RangeError(`A message of the browser is nested more than ${maxDepth} deep.`);
    }
    const first = this.#readByte();
    switch (first) {
      case MAP:
        return this.#readMap(depth);
      case LIST:
        return this.#readList(depth);
      case FALSE:
        return false;
      case TRUE:
        return true;
      case NULL:
      case UNDEFINED:
        return null;
      case FLOAT64:
        return this.#bytes.readDoubleBE(this.#skip(8));
      case TAG:
        return this.#readEnvelope(depth);
      case BINARY_TAG:
        return this.#slice(this.#readLength(this.#readByte())).toString('base64');
      default:
        return this.#readSimple(first);
    }
  }

  #readSimple(first: number): CborValue {
    const kind = first >> 5;
    const value = this.#readLength(first);
    if (kind === major.unsigned) {
      return value;
    }
    if (kind === major.negative) {
      return -1 - value;
    }
    if (kind === major.text) {
      return this.#slice(value).toString('utf8');
    }
    if (kind === major.bytes) {
      return this.#slice(value).toString('utf16le');
    }
    throw new RangeError('A message of the browser holds a value of an unknown kind.');
  }

  #readMap(depth: number): CborValue {
    const map: Record<string, CborValue> = {};
    while (this.#bytes[this.#at] !== STOP) {
      const key = this.read(depth + 1);
      if (typeof key !== 'string') {
        throw new RangeError('A message of the browser has a field without a name.');
      }
      const value = this.read(depth + 1);
      if (key === '__proto__') {
        // An assignment to this one name would change the prototype.
        Object.defineProperty(map, key, { value, enumerable: true });
      } else {
        map[key] = value;
      }
    }
    this.#at += 1;
    return map;
  }

  #readList(depth: number): CborValue {
    const list: CborValue[] = [];
    while (this.#bytes[this.#at] !== STOP) {
      list.push(this.read(depth + 1));
    }
    this.#at += 1;
    return list;
  }

  #readEnvelope(depth: number): CborValue {
    this.#skip(1);
    const end = this.#readLength(this.#readByte()) + this.#at;
    const value = this.read(depth + 1);
    if (this.#at !== end) {
      throw new RangeError('A part of a message of the browser has another size than it says.');
    }
    return value;
  }

  /** The number after a first byte. */
  #readLength(first: number): number {
    const low = first & 31;
    switch (low) {
      case 24:
        return this.#readByte();
      case 25:
        return this.#bytes.readUInt16BE(this.#skip(2));
      case 26:
        return this.#bytes.readUInt32BE(this.#skip(4));
      default:
        if (low < 24) {
          return low;
        }
        throw new RangeError('A message of the browser holds a length of an unknown kind.');
    }
  }

  #readByte(): number {
    return this.#bytes[this.#skip(1)] ?? 0;
  }

  #slice(length: number): Buffer {
    const start = this.#skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  #skip(length: number): number {
    const start = this.#at;
    if (start + length > this.#bytes.length) {
      throw new RangeError('A message of the browser ends too early.');
    }
    this.#at += length;
    return start;
  }
}
