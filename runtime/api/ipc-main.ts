import { EventEmitter } from 'node:events';
import { guardInstances } from './class-guard.ts';

/** Answers a call of a page. */
export type InvokeHandler = (event: object, ...args: unknown[]) => unknown;

const handlersOf = new WeakMap<IpcMain, Map<string, InvokeHandler>>();

/** Electron's `ipcMain`, and the `ipc` of a single WebContents. */
export class IpcMain extends EventEmitter {
  constructor() {
    super();
    handlersOf.set(this, new Map());
  }

  handle(channel: string, handler: InvokeHandler): void {
    const handlers = handlersOf.get(this);
    if (typeof handler !== 'function') {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`);
    }
    if (handlers?.has(channel) === true) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    handlers?.set(channel, handler);
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    handlersOf.get(this)?.delete(channel);
  }
}

/** Finds the handler of a channel; null when there is none. */
export function findHandler(ipc: IpcMain, channel: string): InvokeHandler | null {
  return handlersOf.get(ipc)?.get(channel) ?? null;
}

guardInstances('ipcMain', IpcMain);

/** See Electron's documentation. */
export const ipcMain = new IpcMain();
