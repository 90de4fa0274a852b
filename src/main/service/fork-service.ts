import { utilityProcess } from 'electron/main';
import { createInterface } from 'node:readline';
import type { PeerProcess } from '../../base/peer/port.ts';
import { pickVariables } from '../../base/picked-env.ts';
import { embeddedReplySchema } from '../../contract/embedded.ts';
import type { Log } from '../log/log.ts';
import { toPeerChild } from '../programs/child-peer.ts';

/** Lines of the service's own log that are kept per run; a flood must not push out the rest. */
const maxLinesPerRun = 2_000;

/**
 * Starts the service's program in a utility process. Its log lines are added to the app's log. It inherits no
 * settings meant for other programs, such as the URL of a room server.
 */
export function forkService(entryPath: string, log: Log): PeerProcess {
  const child = utilityProcess.fork(entryPath, [], {
    serviceName: 'Guise service',
    env: pickVariables(process.env),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (child.stderr !== null) {
    let lines = 0;
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines += 1;
      if (lines <= maxLinesPerRun) {
        log('info', 'service.log', { line });
      }
    });
  }
  return toPeerChild({
    child,
    send: (message) => child.postMessage(message),
    replies: embeddedReplySchema,
    onUnreadable: () => log('error', 'service.message_unreadable'),
  });
}
