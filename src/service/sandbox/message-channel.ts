import type { Duplex } from 'node:stream';
import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { FrameReader, toFrame } from './message-frames.ts';

/** Service's end of a channel to a process that may be compromised. */
export interface MessageChannel<Message> {
  /** A process that is going away takes nothing, and reports that by its end. */
  readonly send: (message: object) => void;
  /** Hears messages of the schema; one listener at a time. */
  readonly listen: (listener: ((message: Message) => void) | null) => void;
}

/** Dependencies of a channel. */
export interface MessageChannelOptions<Message> {
  readonly stream: Duplex;
  /** Schema of all messages that the process may send. */
  readonly messages: z.ZodType<Message>;
  /** Called once, with `bad_reply`, for any other message; later ones are ignored. */
  readonly onRefused: (error: AppError) => void;
}

/** More than the longest report of a job. */
const MAX_MESSAGE_BYTES = 4 * 1_048_576;

/** Opens the channel. It does not handle errors of listeners. */
export function openMessageChannel<Message>({
  stream,
  messages,
  onRefused,
}: MessageChannelOptions<Message>): MessageChannel<Message> {
  const reader = new FrameReader(MAX_MESSAGE_BYTES);
  let listener: ((message: Message) => void) | null = null;
  const read = (chunk: Buffer): Message[] =>
    reader.push(chunk).map((message) => parseMessage(messages, message));
  stream.on('data', (chunk: Buffer) => {
    let received: Message[];
    try {
      received = read(chunk);
    } catch (cause) {
      stream.destroy();
      onRefused(
        cause instanceof AppError
          ? cause
          : new AppError('bad_reply', 'The process sent what cannot be read.', { cause }),
      );
      return;
    }
    for (const message of received) {
      listener?.(message);
    }
  });
  stream.on('error', () => undefined); // The end of the process reports the fault.
  return {
    send: (message) => {
      if (!stream.destroyed) {
        stream.write(toFrame(message));
      }
    },
    listen: (next) => {
      listener = next;
    },
  };
}

function parseMessage<Message>(messages: z.ZodType<Message>, message: unknown): Message {
  const parsed = messages.safeParse(message);
  if (!parsed.success) {
    throw new AppError('bad_reply', 'The process sent a message that is none of its kind.', {
      cause: parsed.error,
    });
  }
  return parsed.data;
}
