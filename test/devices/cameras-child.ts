import { fork } from 'node:child_process';
import { PeerHost } from '../../src/base/peer/peer-host.ts';
import { cameraMethods } from '../../src/contract/devices.ts';
import { type AskedMethods, toTableReplySchema } from '../../src/contract/peer-methods.ts';
import { toPeerChild } from '../../src/main/programs/child-peer.ts';

/** The process that holds the cameras, as main starts it, without an app. */
export interface CamerasChild {
  readonly host: PeerHost<AskedMethods<typeof cameraMethods>>;
  /** Returns the id of the newest process; 0 before the first. */
  readonly pid: () => number;
}

/** Prepares the process; it starts with the first call. */
export function openCamerasChild(env: Readonly<Record<string, string>>): CamerasChild {
  let pid = 0;
  const entry = new URL('../../src/devices/camera/cameras-entry.ts', import.meta.url);
  const host: CamerasChild['host'] = new PeerHost({
    start: () => {
      const child = fork(entry, { env: { ...process.env, ...env } });
      pid = child.pid ?? 0;
      return toPeerChild({
        child,
        send: (message) => void child.send(message),
        replies: toTableReplySchema(cameraMethods),
      });
    },
    ended: () => new Error('The process of the cameras ended.'),
  });
  return { host, pid: () => pid };
}
