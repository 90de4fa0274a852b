import { type DbusValue, ValueReader, ValueWriter } from './values.ts';

/** Kinds of messages, by their number. */
export const messageTypes = { call: 1, reply: 2, error: 3, signal: 4 } as const;

/** A message of D-Bus. */
export interface DbusMessage {
  readonly type: number;
  /** Number that its sender gave it. */
  readonly serial: number;
  readonly path?: string | undefined;
  readonly interface?: string | undefined;
  readonly member?: string | undefined;
  readonly errorName?: string | undefined;
  /** Number of the call that it answers. */
  readonly replySerial?: number | undefined;
  readonly destination?: string | undefined;
  readonly sender?: string | undefined;
  readonly signature: string;
  readonly body: readonly DbusValue[];
}

/** Fields of a header: their name here and their type, by their number. */
const fields = {
  1: ['path', 'o'],
  2: ['interface', 's'],
  3: ['member', 's'],
  4: ['errorName', 's'],
  5: ['replySerial', 'u'],
  6: ['destination', 's'],
  7: ['sender', 's'],
  8: ['signature', 'g'],
} as const;

/** Bytes before the fields: four, then the length of the body, the serial, and the length of the fields. */
const HEAD_BYTES = 16;
/** Maximum length of a received message; those about trays are far shorter. */
const MAX_BYTES = 8_000_000;

/** A message as bytes. */
export function encodeMessage(message: DbusMessage): Buffer {
  const body = new ValueWriter();
  body.writeAll(message.signature, message.body);
  const bodyBytes = body.toBuffer();
  const head = new ValueWriter();
  for (const byte of ['l'.charCodeAt(0), message.type, 0, 1]) {
    head.write('y', byte);
  }
  head.write('u', bodyBytes.length);
  head.write('u', message.serial);
  head.write(
    'a(yv)',
    Object.entries(fields).flatMap(([code, [name, signature]]) => {
      const value = message[name];
      return value === undefined || value === '' ? [] : [[Number(code), { signature, value }]];
    }),
  );
  head.align(8);
  return Buffer.concat([head.toBuffer(), bodyBytes]);
}

/** Decodes the first message and its length; null while it is incomplete. Throws when it is malformed. */
export function decodeMessage(
  bytes: Buffer,
): { readonly message: DbusMessage; readonly length: number } | null {
  if (bytes.length < HEAD_BYTES) {
    return null;
  }
  const isLittle = bytes[0] === 'l'.charCodeAt(0);
  const read = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const bodyAt = Math.ceil((HEAD_BYTES + read(12)) / 8) * 8;
  const length = bodyAt + read(4);
  if (length > MAX_BYTES) {
    throw new Error('A message of D-Bus is too long.');
  }
  if (bytes.length < length) {
    return null;
  }
  const found: Record<string, DbusValue> = {};
  const list = new ValueReader(bytes.subarray(0, length), isLittle, 12).read('a(yv)');
  for (const entry of Array.isArray(list) ? list : []) {
    const [code, variant] = Array.isArray(entry) ? entry : [];
    const field = Object.entries(fields).find(([number]) => Number(number) === code);
    if (field !== undefined && typeof variant === 'object' && 'signature' in variant) {
      found[field[1][0]] = variant.value;
    }
  }
  const text = (name: string): string | undefined =>
    typeof found[name] === 'string' ? found[name] : undefined;
  const signature = text('signature') ?? '';
  return {
    length,
    message: {
      type: bytes[1] ?? 0,
      serial: read(8),
      path: text('path'),
      interface: text('interface'),
      member: text('member'),
      errorName: text('errorName'),
      replySerial: typeof found['replySerial'] === 'number' ? found['replySerial'] : undefined,
      destination: text('destination'),
      sender: text('sender'),
      signature,
      body: new ValueReader(bytes.subarray(0, length), isLittle, bodyAt).readAll(signature),
    },
  };
}
