import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findSessionBus } from './connection.ts';
import { decodeMessage, encodeMessage, messageTypes } from './message.ts';
import { type DbusValue, splitTypes, toVariant } from './values.ts';

/** Types with values of theirs. */
const typed = fc.letrec<{ pair: readonly [string, DbusValue] }>((tie) => ({
  pair: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer({ min: 0, max: 255 }).map((value) => ['y', value] as const),
    fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }).map((value) => ['n', value] as const),
    fc.integer({ min: 0, max: 2 ** 16 - 1 }).map((value) => ['q', value] as const),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ['x', value] as const),
    fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => ['t', value] as const),
    fc.double({ noNaN: true }).map((value) => ['d', value] as const),
    fc.nat().map((value) => ['h', value] as const),
    fc.boolean().map((value) => ['b', value] as const),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((value) => ['i', value] as const),
    fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => ['u', value] as const),
    fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.includes('\0'))
      .map((value) => ['s', value] as const),
    fc.array(fc.nat()).map((value) => ['au', value] as const),
    tie('pair').map(([type, value]) => ['v', toVariant(type, value)] as const),
    fc
      .array(tie('pair'), { minLength: 1, maxLength: 4 })
      .map(
        (pairs) =>
          [`(${pairs.map(([type]) => type).join('')})`, pairs.map(([, value]) => value)] as const,
      ),
    tie('pair').map(([type, value]) => [`a{s${type}}`, [['key', value]]] as const),
  ),
})).pair;

it('reads every message back, with any content, also when it comes in two pieces', () => {
  fc.assert(
    fc.property(fc.array(typed, { maxLength: 4 }), fc.nat(), (pairs, cut) => {
      const message = {
        type: messageTypes.call,
        serial: 7,
        path: '/a/b',
        interface: 'org.example.Test',
        member: 'Do',
        destination: ':1.2',
        signature: pairs.map(([type]) => type).join(''),
        body: pairs.map(([, value]) => value),
      };
      const bytes = encodeMessage(message);
      expect(decodeMessage(bytes.subarray(0, cut % bytes.length))).toBeNull();
      const read = decodeMessage(Buffer.concat([bytes, Buffer.from('l')]));
      expect(read?.length).toBe(bytes.length);
      expect(read?.message).toEqual(expect.objectContaining(message));
    }),
  );
});

it('ends with an error, and nothing else, at bytes that are no message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 200 }), (bytes) => {
      try {
        decodeMessage(Buffer.from(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});

it('parses signatures, and refuses invalid ones', () => {
  expect(splitTypes('a{sv}(iia(ss))yas')).toEqual(['a{sv}', '(iia(ss))', 'y', 'as']);
  for (const wrong of ['a', '(', '(i', '()', 'a()', 'z', 'i)', `${'a'.repeat(100)}i`]) {
    expect(() => splitTypes(wrong), wrong).toThrow();
  }
});

it('finds the bus of the session', () => {
  const find = (address: string) => findSessionBus({ DBUS_SESSION_BUS_ADDRESS: address });
  expect(find('unix:path=/run/user/1000/bus')).toBe('/run/user/1000/bus');
  expect(find('unix:abstract=/tmp/x%20y,guid=12')).toBe('\0/tmp/x y');
  expect(find('tcp:host=a,port=1;unix:guid=1,path=/b')).toBe('/b');
  expect(find('tcp:host=a,port=1')).toBeNull();
  expect(findSessionBus({ XDG_RUNTIME_DIR: '/run/user/7' })).toBe('/run/user/7/bus');
  expect(find('unix:path=/a%zz')).toBeNull();
  expect(find('unix:path=/a%zz;unix:path=/b')).toBe('/b');
  expect(findSessionBus({})).toBeNull();
});
