import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import * as z from 'zod';
import type { FrameLinkAddress } from '../../src/contract/frame-link.ts';

/** Frames that carry their send time, from a process of its own (`code-sender-entry.ts`). */
export interface CodeSender {
  /** Ends the process and returns the sent codes in order. Further calls have no effect. */
  stop(): Promise<readonly number[]>;
}

/** Starts to send: over the link of cameras, or the bare bytes over TCP. */
export function startCodeSender(
  kind: 'linked' | 'plain',
  { width, height }: { readonly width: number; readonly height: number },
  address: FrameLinkAddress,
): CodeSender {
  const entry = new URL('code-sender-entry.ts', import.meta.url);
  const child = fork(entry, [kind, String(width), String(height)]);
  child.send(address);
  let codes: Promise<readonly number[]> | null = null;
  return {
    stop() {
      codes ??= stop(child);
      return codes;
    },
  };
}

async function stop(child: ChildProcess): Promise<readonly number[]> {
  const ended = once(child, 'exit');
  const answer = once(child, 'message');
  child.send('stop');
  const [sent] = await answer;
  child.disconnect();
  await ended;
  return z.array(z.int()).parse(sent);
}
