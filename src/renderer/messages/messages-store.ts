import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ToastText } from '../../ui/toast.tsx';

/** Messages that are kept; the oldest leave first. */
const MAX_MESSAGES = 50;

/** A message with its number of repetitions. */
export interface Message extends ToastText {
  readonly id: number;
  /** Time of the last repetition, in milliseconds since the epoch. */
  readonly atMs: number;
  /** Number of repetitions. */
  readonly count: number;
}

/** Messages since the start: toasts disappear after seconds, this list stays. */
export interface MessagesState {
  /** The newest first. */
  readonly messages: readonly Message[];
  /** Messages since the list was last opened. */
  readonly unread: number;
  /** Adds a message; repetitions count as one. The returned function removes it. */
  readonly add: (message: ToastText) => () => void;
  readonly markRead: () => void;
  readonly remove: (id: number) => void;
  readonly clear: () => void;
}

/** See {@link MessagesState}. */
export type MessagesStore = StoreApi<MessagesState>;

/** Makes the store of messages. */
export function createMessagesStore(nowMs: () => number = Date.now): MessagesStore {
  let lastId = 0;
  return createStore<MessagesState>()((set, get) => ({
    messages: [],
    unread: 0,
    add: (message) => {
      const { messages, unread } = get();
      const before = messages.find((kept) => isSame(kept, message));
      lastId += 1;
      const id = lastId;
      const added = { ...message, id, atMs: nowMs(), count: (before?.count ?? 0) + 1 };
      const kept = [added, ...messages.filter((other) => other !== before)].slice(0, MAX_MESSAGES);
      set({ messages: kept, unread: Math.min(unread + 1, kept.length) });
      return () => get().remove(id);
    },
    markRead: () => set({ unread: 0 }),
    remove: (id) => {
      const messages = get().messages.filter((message) => message.id !== id);
      set({ messages, unread: Math.min(get().unread, messages.length) });
    },
    clear: () => set({ messages: [], unread: 0 }),
  }));
}

function isSame(a: ToastText, b: ToastText): boolean {
  return a.tone === b.tone && a.title === b.title && a.text === b.text && a.path === b.path;
}
