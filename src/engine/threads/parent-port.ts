import { InvariantError } from '../../base/errors.ts';

/** Channel to the process that started this one. */
export interface ParentPort {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Registers a listener for the end of the parent, or of the channel. */
  onClose(listener: () => void): void;
}

/** `process.parentPort` of Electron's utility processes. */
interface ElectronPort {
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/** Opens the channel of a utility process, else the IPC channel of a child process. */
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
      // Electron ends a utility process with its parent; the lease of an unfinished job then expires.
      onClose: () => undefined,
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
    onClose: (listener) => {
      process.on('disconnect', listener);
    },
  };
}

function isElectronPort(value: unknown): value is ElectronPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;
}
