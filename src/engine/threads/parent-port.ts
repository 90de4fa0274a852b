import { InvariantError } from '../../base/errors.ts';

/** The way to the process that started this one. */
export interface ParentPort {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The parent is gone or has let go. */
  onGone(listener: () => void): void;
}

/** What Electron puts on `process` in a utility process. */
interface ElectronPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** Finds the way: of a utility process, else of a child process with a channel. */
export function openParentPort(): ParentPort {
  const port: unknown = Reflect.get(process, 'parentPort');
  if (isElectronPort(port)) {
    return {
      send: (message) => {
        port.postMessage(message);
      },
      onMessage: (listener) => {
        port.on('message', ({ data }) => {
          listener(data);
        });
      },
      // Electron ends a utility process with its parent; an unfinished job's lease runs out then.
      onGone: () => undefined,
    };
  }
  if (process.send === undefined) {
    throw new InvariantError('This program is started by the app, not by hand.');
  }
  return {
    send: (message) => {
      process.send?.(message);
    },
    onMessage: (listener) => {
      process.on('message', listener);
    },
    onGone: (listener) => {
      process.on('disconnect', listener);
    },
  };
}

function isElectronPort(value: unknown): value is ElectronPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;
}
