import { type ChildProcess, fork } from 'node:child_process';
import type * as z from 'zod';
import { inProject } from '../../scripts/lib/paths.mjs';
import type { PeerReply } from '../../src/base/peer/messages.ts';
import { Peer } from '../../src/base/peer/peer.ts';
import type { PeerProcess } from '../../src/base/peer/port.ts';
import { type EmbeddedMethods, embeddedReplySchema } from '../../src/contract/embedded.ts';
import { toPeerChild } from '../../src/main/programs/child-peer.ts';

/** A program of the app in a child process. */
export interface ForkedPeer extends PeerProcess {
  readonly child: ChildProcess;
}

/** Starts a program of the app as a child process, where the app makes a utility process of it. */
export function toForkedPeer(
  program: string,
  replies: z.ZodType<PeerReply>,
  env: NodeJS.ProcessEnv = process.env,
): ForkedPeer {
  const child = fork(program, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env,
  });
  return { ...toPeerChild({ child, send: (message) => child.send(message), replies }), child };
}

/** Starts the process of the embedded service; the service itself waits for its `start`. */
export function forkEmbedded(env?: NodeJS.ProcessEnv): ForkedPeer {
  return toForkedPeer(inProject('src/service/embedded.ts'), embeddedReplySchema, env);
}

/** Asks the embedded service. */
export function openEmbeddedPeer(process: PeerProcess): Peer<EmbeddedMethods> {
  return new Peer(process, (cause) => new Error('The service ended.', { cause }));
}
