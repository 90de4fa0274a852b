/**
 * Writes SPA PODs, the values PipeWire negotiates formats with: 32-bit size and type in the byte order of the
 * machine, a body, padding to 8 bytes (https://docs.pipewire.org/page_spa_pod.html). Numbers are those of
 * `spa/utils/type.h` and `spa/param`.
 */
import { endianness } from 'node:os';

/** A value with its type. */
export interface Pod {
  readonly type: number;
  readonly body: Uint8Array;
}

const types = { id: 3, int: 4, rectangle: 10, fraction: 11, object: 15, choice: 19 } as const;
const choiceKinds = { range: 1, flags: 4 } as const;

/** An enumeration's value. */
export function id(value: number): Pod {
  return { type: types.id, body: encodeWords(value) };
}

/** A 32-bit integer. */
export function int(value: number): Pod {
  return { type: types.int, body: encodeWords(value) };
}

/** Width and height in pixels. */
export function rectangle(width: number, height: number): Pod {
  return { type: types.rectangle, body: encodeWords(width, height) };
}

/** A ratio of integers, such as frames per second. */
export function fraction(numerator: number, denominator: number): Pod {
  return { type: types.fraction, body: encodeWords(numerator, denominator) };
}

/** Integer range with a preferred value. */
export function intRange(preferred: number, min: number, max: number): Pod {
  return choice(choiceKinds.range, preferred, min, max);
}

/** A set of bits of which any may be chosen. */
export function intFlags(bits: number): Pod {
  return choice(choiceKinds.flags, bits);
}

/** An object of a type and an id with its properties in order: `[key, value]`. Complete, with its head. */
export function object(
  type: number,
  objectId: number,
  properties: readonly (readonly [number, Pod])[],
): Uint8Array {
  const parts = [encodeWords(type, objectId)];
  for (const [key, value] of properties) {
    parts.push(encodeWords(key, 0), encode(value));
  }
  return encode({ type: types.object, body: Buffer.concat(parts) });
}

function choice(kind: number, ...values: readonly number[]): Pod {
  const body = encodeWords(kind, 0, Uint32Array.BYTES_PER_ELEMENT, types.int, ...values);
  return { type: types.choice, body };
}

function encode({ type, body }: Pod): Uint8Array {
  const padding = -body.byteLength & 7;
  return Buffer.concat([encodeWords(body.byteLength, type), body, new Uint8Array(padding)]);
}

function encodeWords(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) {
    view.setUint32(4 * index, value >>> 0, endianness() === 'LE');
  }
  return bytes;
}
