import { type ChildProcess, fork } from 'node:child_process';
import type * as z from 'zod';
import type { PeerReply } from '../../src/base/peer/messages.ts';
import type { PeerProcess } from '../../src/base/peer/port.ts';
import { toPeerChild } from '../../src/main/programs/child-peer.ts';

/** Starts a program of the app as a child process, where the app makes a utility process of it. */
export function toForkedPeer(
  program: string | URL,
  replies: z.ZodType<PeerReply>,
): PeerProcess & { readonly child: ChildProcess } {
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return { ...toPeerChild({ child, send: (message) => child.send(message), replies }), child };
}
