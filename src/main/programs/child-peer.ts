import type { EventEmitter } from 'node:events';
import type * as z from 'zod';
import type { PeerReply } from '../../base/peer/messages.ts';
import type { PeerProcess } from '../../base/peer/port.ts';
import { ProcessEnd, ProcessNotStarted } from '../../base/peer/process-end.ts';
import { type Killable, killProcess } from './kill-process.ts';

/** A process that answers questions, as `utilityProcess.fork` and `child_process.fork` give it. */
export interface ChildLaunch {
  readonly child: EventEmitter & Killable;
  readonly send: (message: object) => void;
  /** All that it may say. */
  readonly replies: z.ZodType<PeerReply>;
  /** Called for an invalid message, after which the process is ignored; by default it is killed. */
  readonly onUnreadable?: ((cause: unknown) => void) | undefined;
}

/** Port to a child process. Its end is reported as a {@link ProcessEnd}, or with its invalid message. */
export function toPeerChild({ child, send, replies, onUnreadable }: ChildLaunch): PeerProcess {
  const gone = Promise.withResolvers<unknown>();
  let isKilledHere = false;
  let isStarted = false;
  let unreadable: unknown;
  const kill = (): void => {
    isKilledHere = true;
    killProcess(child);
  };
  child.on('error', (cause: unknown) => {
    if (child.pid === undefined) {
      gone.resolve(new ProcessNotStarted(cause));
    }
  });
  child.once('spawn', () => {
    isStarted = true;
  });
  child.once('exit', (code: number | null, signal: string | null = null) => {
    const end = isStarted
      ? new ProcessEnd({ code, signal, isKilledHere })
      : new ProcessNotStarted();
    gone.resolve(unreadable ?? end);
  });
  const refuse =
    onUnreadable ??
    ((cause: unknown): void => {
      unreadable ??= cause;
      kill();
    });
  return {
    send,
    onMessage: (listener) =>
      void child.on('message', (raw: unknown) => {
        const parsed = replies.safeParse(raw);
        if (parsed.success) {
          listener(parsed.data);
        } else {
          refuse(parsed.error);
        }
      }),
    onClosed: (listener) => void gone.promise.then(listener),
    async kill() {
      kill();
      await gone.promise;
    },
    startTimer: (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
  };
}
