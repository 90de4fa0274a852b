import { utilityProcess } from 'electron/main';
import { createInterface } from 'node:readline';
import { pickVariables } from '../../base/picked-env.ts';
import type { Log } from '../log/log.ts';
import { killProcess } from '../programs/kill-process.ts';
import type { ServiceProcess } from './service-host.ts';

/** Lines of the service's own log that are kept per run; a flood must not push out the rest. */
const maxLinesPerRun = 2_000;

/**
 * Starts the service's program in a utility process. Its log lines become lines of the app's log. It inherits
 * nothing that was set for other programs, such as the address of a server of rooms.
 */
export function forkService(entryPath: string, log: Log): ServiceProcess {
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
  return {
    send: (message) => {
      child.postMessage(message);
    },
    onMessage: (listener) => {
      child.on('message', listener);
    },
    onExit: (listener) => {
      child.on('exit', listener);
    },
    kill: () => {
      killProcess(child);
    },
  };
}
