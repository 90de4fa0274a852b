import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCodec } from './codec.ts';

const codec = createCodec();
const roundTrip = (value: unknown): unknown => codec.decode(codec.encode(value));

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, -0, Number.NaN, Infinity, -Infinity),
  fc.double(),
  fc.bigInt(),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.date(),
  fc.uint8Array(),
  fc.int16Array(),
  fc.float64Array(),
  fc.bigUint64Array(),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$', 'v', 'k', '__proto__')), tie('value')),
    fc.array(fc.tuple(fc.string(), tie('value'))).map((pairs) => new Map(pairs)),
    fc.array(tie('value')).map((items) => new Set(items)),
  ),
}));

describe('round trips', () => {
  it('are decoded as by structured clone', () => {
    fc.assert(
      fc.property(value, (given) => {
        expect(roundTrip(given)).toStrictEqual(structuredClone(given));
      }),
    );
  });

  it('keep class, message, stack and cause of errors', () => {
    const error = new RangeError('too far', { cause: { code: 7 } });
    const back = roundTrip(error);
    expect(back).toBeInstanceOf(RangeError);
    expect(back).toMatchObject({ message: 'too far', stack: error.stack, cause: { code: 7 } });
    const named = Object.assign(new Error('x'), { name: 'OwnError' });
    expect(roundTrip(named)).toMatchObject({ name: 'OwnError', message: 'x' });
  });

  it('copy a part of a buffer without the rest', () => {
    const back = roundTrip(new Uint8Array([1, 2, 3, 4]).subarray(1, 3)) as Uint8Array;
    expect([...back]).toEqual([2, 3]);
    expect(back.buffer.byteLength).toBe(2);
  });

  it('keep the order of several large ones', () => {
    const given = [5_000, 10, 2_000].map((size) => new Uint8Array(size).fill(size % 251));
    expect(roundTrip({ given, after: 'line\nfeed' })).toStrictEqual({ given, after: 'line\nfeed' });
  });

  it('keep views, buffers and patterns', () => {
    const view = new DataView(new Uint8Array([9, 8, 7]).buffer, 1, 2);
    const back = roundTrip({ view, buffer: new ArrayBuffer(5), pattern: /a+b/giu }) as {
      view: DataView;
      buffer: ArrayBuffer;
      pattern: RegExp;
    };
    expect([back.view.byteLength, back.view.getUint8(0)]).toEqual([2, 8]);
    expect(back.buffer.byteLength).toBe(5);
    expect(back.pattern).toEqual(/a+b/giu);
  });
});

describe('values that cannot be transferred', () => {
  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a promise', Promise.resolve()],
    ['a weak map', new WeakMap()],
    ['a nested function', { list: [{ run: () => 1 }] }],
  ])('is refused: %s', (_name, given) => {
    expect(() => codec.encode(given)).toThrow(/could not be cloned/);
  });

  it('is refused: a cycle', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(() => codec.encode(cycle)).toThrow(/contains itself/);
  });

  it('is refused: endless depth', () => {
    let deep: unknown = null;
    for (let level = 0; level < 2_000; level += 1) {
      deep = [deep];
    }
    expect(() => codec.encode(deep)).toThrow(/nested more than/);
  });
});

describe('hostile text', () => {
  it.each([
    '',
    '{',
    '{"$":"nothing"}',
    '{"$":"view","k":"Function","v":""}',
    '{"$":"view","k":"constructor","v":"AAAA"}',
    '{"$":"view","k":"Float64Array","v":"AAAA"}',
    '{"$":"view","k":"Uint8Array","v":5}',
    '{"$":"view","k":"Uint8Array","v":5}\nAAAA',
    '{"$":"view","k":"Uint8Array","v":-1}\nAAAA',
    '{"$":"map","v":{}}',
    '{"$":"map","v":[1]}',
    '{"$":"error","k":5,"v":null}',
    '{"$":"bigint","v":"x"}',
    '{"$":"regexp","v":"(","k":""}',
    '{"$":"object","v":null}',
  ])('is refused: %s', (text) => {
    expect(() => codec.decode(text)).toThrow();
  });

  it('never changes a prototype', () => {
    const back = codec.decode('{"__proto__":{"polluted":true},"a":1}') as Record<string, unknown>;
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(back['polluted']).toBeUndefined();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('never throws anything but an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          codec.decode(text);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
