import * as fc from 'fast-check';

/** Texts that are wrong in some way: too long, of other scripts, of control characters, addresses. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    'x',
    'wss://h/#x',
    'ftp://h',
    'ws://',
    'ws://user:pass@h/',
    'wss://[::1',
    'ws://127.0.0.1:99999',
    'http://127.0.0.1/',
    '\u0000',
    '\uD800',
    '__proto__',
    'a'.repeat(200_000),
  ),
);
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(null, true, {}, [], -1, 0, 1e308, -1e308, 2 ** 53, 0.1),
  fc.array(fc.nat(), { maxLength: 5 }),
);

/** A message as it goes over a socket. */
export type HostileMessage = string | Buffer;

/**
 * Mutations of real messages: a field of another kind, missing, added, renamed; text truncated, doubled, deeply nested,
 * with numbers out of range; binary instead of text; nothing at all.
 */
export function mutate(
  messages: readonly Readonly<Record<string, unknown>>[],
): fc.Arbitrary<HostileMessage> {
  const message = fc.constantFrom(...messages);
  const changed = fc
    .tuple(message, fc.nat(), oddValue, fc.constantFrom('set', 'remove', 'rename', 'add'))
    .map(([original, at, value, how]) => {
      const fields = Object.keys(original);
      const field = fields[at % fields.length] ?? '';
      const { [field]: old, ...rest } = original;
      const changes = {
        set: { ...rest, [field]: value },
        remove: rest,
        rename: { ...rest, [`${field}x`]: old },
        add: { ...original, extra: value },
      };
      return JSON.stringify(changes[how]);
    });
  const text = fc.oneof(
    { weight: 4, arbitrary: changed },
    { weight: 1, arbitrary: message.map((known) => JSON.stringify(known)) },
  );
  return fc.oneof(
    { weight: 6, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc
        .tuple(text, fc.nat())
        .map(([whole, at]) => whole.slice(0, at % (whole.length + 1))),
    },
    { weight: 1, arbitrary: text.map((whole) => Buffer.from(whole)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 99 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: text.map((whole) => whole.replaceAll(/\d+(?=[,}])/g, '1e999')) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        'null',
        '"x"',
        '[]',
        '[['.repeat(100_000),
        `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
        `{"type":"warning","message":"${'é'.repeat(300_000)}","code":"x"}`,
        'x'.repeat(1_100_000),
      ),
    },
  );
}
