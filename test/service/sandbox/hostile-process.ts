/** A compromised process that sends its parent the message named by its argument. */
import { readSync, writeSync } from 'node:fs';
import { CHANNEL_FD, toFrame } from '../../../src/service/sandbox/message-frames.ts';

const [, , how = ''] = process.argv;

function say(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(CHANNEL_FD, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) {
        throw error;
      }
    }
  }
}

function toBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const words: Readonly<Record<string, () => void>> = {
  good: () => say(toFrame({ type: 'good' })),
  'no message': () => say(toBytes('nonsense')),
  'an empty message': () => say(toBytes('')),
  'text for Node': () => say(Buffer.from('{"cmd":"NODE_HANDLE","type":"none"}\n')),
  'another message': () => say(toFrame({ type: 'bad' })),
  'a prototype': () => say(toFrame(JSON.parse('{"__proto__":{"type":"good"}}') as object)),
  'a message of 4 GB': () => say(Buffer.from([0xff, 0xff, 0xff, 0xff, 1])),
  'a cut array': () => say(toBytes('\xff\x0fA\xff\xff\xff\xff\x0f')),
  'good, then nonsense': () => {
    say(toFrame({ type: 'good' }));
    say(toBytes('nonsense'));
  },
};

// Sent after a call, so that the parent listens.
const asked = Buffer.alloc(1);
for (let count = 0; count === 0;) {
  try {
    count = readSync(CHANNEL_FD, asked);
  } catch {
    // No message has arrived yet.
  }
}
words[how]?.();
setInterval(() => undefined, 60_000);
