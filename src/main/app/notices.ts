import type { Notice } from '../../contract/ipc/contract.ts';

const maxWaiting = 20;

/** Notices for the user, queued until the page listens. */
export interface Notices {
  /** Sends a notice to the page, or queues it; beyond 20 queued ones the oldest is dropped. */
  readonly raise: (notice: Notice) => void;
  /** Returns the queued notices. From then on the page listens to `app.notice`. */
  readonly drain: () => Notice[];
  /** Called when the page is gone or reloads: notices are queued until it reads them. */
  readonly pageLeft: () => void;
}

/** Makes the queue; `emit` reaches a page that listens. */
export function createNotices(emit: (notice: Notice) => void): Notices {
  let waiting: Notice[] = [];
  let isListening = false;
  return {
    raise: (notice) => {
      if (isListening) {
        emit(notice);
      } else {
        waiting = [...waiting, notice].slice(-maxWaiting);
      }
    },
    drain: () => {
      const drained = waiting;
      waiting = [];
      isListening = true;
      return drained;
    },
    pageLeft: () => {
      isListening = false;
    },
  };
}
