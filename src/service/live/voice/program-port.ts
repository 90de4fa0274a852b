import { invariant } from '../../../base/errors.ts';

/** The way to the process that started a small program. */
export interface ProgramPort {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

interface UtilityPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** Finds the way: of a utility process, else of a child process with a channel, with which it ends. */
export function openProgramPort(): ProgramPort {
  const port: unknown = Reflect.get(process, 'parentPort');
  if (isUtilityPort(port)) {
    return {
      send: (message) => {
        port.postMessage(message);
      },
      onMessage: (listener) => {
        port.on('message', ({ data }) => {
          listener(data);
        });
      },
    };
  }
  invariant(process.send !== undefined, 'the program is started by another one');
  process.on('disconnect', () => process.exit(0));
  return {
    send: (message) => {
      process.send?.(message);
    },
    onMessage: (listener) => {
      process.on('message', listener);
    },
  };
}

function isUtilityPort(value: unknown): value is UtilityPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;
}
