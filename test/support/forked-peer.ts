import { type ChildProcess, fork } from 'node:child_process';
import type * as z from 'zod';
import { resolveInProject } from '../../scripts/lib/paths.mjs';
import type { PeerReply } from '../../src/base/peer/messages.ts';
import { Peer } from '../../src/base/peer/peer.ts';
import type { PeerProcess } from '../../src/base/peer/port.ts';
import { type EmbeddedMethods, embeddedReplySchema } from '../../src/contract/embedded.ts';
import { toPeerChild } from '../../src/main/programs/child-peer.ts';

/** Process of the app, run as a child process. */
export interface ForkedPeer extends PeerProcess {
  readonly child: ChildProcess;
}

/** Starts an entry file as a child process, which the app runs as a utility process. */
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

/** Starts the process of the embedded service; the service itself starts with the call `start`. */
export function forkEmbedded(env?: NodeJS.ProcessEnv): ForkedPeer {
  return toForkedPeer(resolveInProject('src/service/embedded.ts'), embeddedReplySchema, env);
}

/** Opens a peer for calls to the embedded service. */
export function openEmbeddedPeer(process: PeerProcess): Peer<EmbeddedMethods> {
  return new Peer(process, (cause) => new Error('The service ended.', { cause }));
}
