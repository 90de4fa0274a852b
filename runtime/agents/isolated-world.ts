/* oxlint-disable typescript/no-unsafe-type-assertion -- what arrives was written by our own main side */
import type { createCodec as CreateCodec } from '../codec.ts';
import type { createGuards as CreateGuards } from '../guard.ts';
import type { createEmitter as CreateEmitter } from './emitter.ts';
import type { createLink as CreateLink } from './link.ts';
import type { AgentFacts, FromPage, ToPage } from './messages.ts';
import type { watchPage as WatchPage } from './page-watch.ts';
import type { createPorts as CreatePorts } from './ports.ts';

/** The pieces {@link startIsolatedWorld} is put together from; each arrives as text. */
export interface AgentFactories {
  readonly createCodec: typeof CreateCodec;
  readonly createEmitter: typeof CreateEmitter;
  readonly createGuards: typeof CreateGuards;
  readonly createLink: typeof CreateLink;
  readonly createPorts: typeof CreatePorts;
  readonly watchPage: typeof WatchPage;
}

/** A preload script, wrapped as a CommonJS module. */
export type PreloadModule = (
  exports: object,
  require: (name: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
  process: object,
) => void;

/**
 * The half in the isolated world: gives the preload its modules and speaks with main. Runs as text
 * in every top document before the page's scripts; refers to nothing outside itself.
 */
export function startIsolatedWorld(
  dependencies: AgentFactories,
  facts: AgentFacts,
  preload: PreloadModule | null,
): void {
  const globals = globalThis as unknown as Record<string, unknown>;
  if (window !== window.top || Object.hasOwn(globals, facts.receiver)) {
    return;
  }
  type Waiting = {
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: unknown) => void;
  };
  const codec = dependencies.createCodec();
  const { guard } = dependencies.createGuards();
  const sendText = globals[facts.binding] as (text: string) => void;
  const post = (message: FromPage): void => sendText(codec.encode(message));
  const link = dependencies.createLink(facts.secret, 'preload', {});
  const ports = dependencies.createPorts(post);
  const watch = dependencies.watchPage(post, facts.hasBrowserKeys);
  const emitter = dependencies.createEmitter();
  const waiting = new Map<number, Waiting>();
  const files = new Map<number, unknown>();
  let lastId = 0;

  const ask = (write: (id: number) => FromPage): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      waiting.set(id, { resolve, reject });
      try {
        post(write(id));
      } catch (error) {
        waiting.delete(id);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });

  const ipcRenderer = guard(
    'ipcRenderer',
    {
      ...emitter,
      send: (channel: string, ...args: unknown[]) => post({ t: 'send', channel, args }),
      invoke: (channel: string, ...args: unknown[]) =>
        ask((id) => ({ t: 'invoke', id, channel, args })),
      postMessage: (channel: string, message: unknown, transfer: readonly unknown[] = []) =>
        post({ t: 'post', channel, message, ports: ports.send(transfer) }),
    },
    facts.members['ipcRenderer'] ?? [],
  );

  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      link.call('expose', [key, api]);
    },
  };

  const webUtils = {
    getPathForFile: (file: unknown) => {
      if (!(file instanceof File)) {
        return Promise.reject(new TypeError('getPathForFile takes a File.'));
      }
      lastId += 1;
      const fileId = lastId;
      files.set(fileId, file);
      return ask((id) => ({ t: 'file_path', id, file: fileId })).finally(() =>
        files.delete(fileId),
      );
    },
  };

  const guardNamed = (name: string, target: object): object =>
    guard(name, target, facts.members[name] ?? []);
  const electron = guardNamed('electron/renderer', {
    ipcRenderer,
    contextBridge: guardNamed('contextBridge', contextBridge),
    webUtils: guardNamed('webUtils', webUtils),
  });

  const receive = (text: string): void => {
    const message = codec.decode(text) as ToPage;
    switch (message.t) {
      case 'event':
        emitter.emit(message.channel, { sender: ipcRenderer, ports: [] }, ...message.args);
        break;
      case 'ports':
        emitter.emit(
          message.channel,
          { sender: ipcRenderer, ports: ports.receive(message.ports) },
          message.message,
        );
        break;
      case 'result': {
        const entry = waiting.get(message.id);
        waiting.delete(message.id);
        if (message.isOk) {
          entry?.resolve(message.value);
        } else {
          entry?.reject(message.value);
        }
        break;
      }
      case 'port':
        ports.deliver(message);
        break;
      case 'port_closed':
        ports.close(message.id);
        break;
      case 'guard':
        watch.setGuard(message.isArmed);
        break;
    }
  };
  Object.defineProperty(globals, facts.receiver, {
    value: { receive, takeFile: (id: number) => files.get(id) },
  });

  const modules: Record<string, unknown> = {
    electron,
    'electron/renderer': electron,
    'electron/common': electron,
    timers: { setTimeout, clearTimeout, setInterval, clearInterval },
    url: { URL, URLSearchParams },
  };
  const require = (name: string): unknown => {
    const key = name.replace(/^node:/, '');
    if (!Object.hasOwn(modules, key)) {
      throw new Error(
        `module not found: ${name}. A sandboxed preload has ${Object.keys(modules).join(', ')}.`,
      );
    }
    return modules[key];
  };
  const processFacts = {
    ...facts.process,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    isMainFrame: true,
    nextTick: (task: (...args: unknown[]) => void, ...args: unknown[]) =>
      queueMicrotask(() => task(...args)),
    on: () => processFacts,
    once: () => processFacts,
  };

  post({ t: 'ready' });
  if (preload !== null) {
    const module = { exports: {} };
    const folder = facts.preloadPath.slice(0, facts.preloadPath.lastIndexOf('/'));
    try {
      preload(module.exports, require, module, facts.preloadPath, folder, processFacts);
    } catch (error) {
      post({
        t: 'preload_error',
        error: error instanceof Error ? error : new Error(String(error)),
      });
      throw error;
    }
  }
}
