/** A listener of {@link Emitter}. */
export type Listener = (...args: unknown[]) => void;

/** The part of Node's EventEmitter that preload scripts get. */
export interface Emitter {
  on(channel: string, listener: Listener): Emitter;
  addListener(channel: string, listener: Listener): Emitter;
  prependListener(channel: string, listener: Listener): Emitter;
  once(channel: string, listener: Listener): Emitter;
  off(channel: string, listener: Listener): Emitter;
  removeListener(channel: string, listener: Listener): Emitter;
  removeAllListeners(channel?: string): Emitter;
  emit(channel: string, ...args: unknown[]): boolean;
  listenerCount(channel: string): number;
  listeners(channel: string): Listener[];
  eventNames(): string[];
  setMaxListeners(count: number): Emitter;
}

/** Makes an emitter. Runs inside pages, as text: it must refer to nothing outside itself. */
export function createEmitter(): Emitter {
  const lists = new Map<string, Array<{ readonly run: Listener; readonly original: Listener }>>();

  const listOf = (
    channel: string,
  ): Array<{ readonly run: Listener; readonly original: Listener }> => {
    const list = lists.get(channel) ?? [];
    lists.set(channel, list);
    return list;
  };
  const add = (channel: string, listener: Listener): Emitter => {
    if (typeof listener !== 'function') {
      throw new TypeError('The "listener" argument must be of type function.');
    }
    listOf(channel).push({ run: listener, original: listener });
    return emitter;
  };
  const remove = (channel: string, listener: Listener): Emitter => {
    const list = listOf(channel);
    const index = list.findLastIndex(({ original }) => original === listener);
    if (index !== -1) {
      list.splice(index, 1);
    }
    return emitter;
  };

  const emitter: Emitter = {
    on: add,
    addListener: add,
    prependListener: (channel, listener) => {
      listOf(channel).unshift({ run: listener, original: listener });
      return emitter;
    },
    once: (channel, listener) => {
      const run: Listener = (...args) => {
        remove(channel, listener);
        listener(...args);
      };
      listOf(channel).push({ run, original: listener });
      return emitter;
    },
    off: remove,
    removeListener: remove,
    removeAllListeners: (channel) => {
      if (channel === undefined) {
        lists.clear();
      } else {
        lists.delete(channel);
      }
      return emitter;
    },
    emit: (channel, ...args) => {
      const list = [...(lists.get(channel) ?? [])];
      for (const { run } of list) {
        run(...args);
      }
      return list.length > 0;
    },
    listenerCount: (channel) => lists.get(channel)?.length ?? 0,
    listeners: (channel) => (lists.get(channel) ?? []).map(({ original }) => original),
    eventNames: () => [...lists].filter(([, list]) => list.length > 0).map(([name]) => name),
    setMaxListeners: () => emitter,
  };
  return emitter;
}
