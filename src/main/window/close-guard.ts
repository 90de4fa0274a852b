import type { Ipc } from '../../contract/ipc/contract.ts';
import type { EventPayload } from '../../contract/ipc/kit.ts';

/** Reason why the page wants to be asked before it is closed. */
export type GuardReason = EventPayload<Ipc, 'window.close_asked'>['reason'];

/** The part of a window that the guard needs. */
export interface ClosableWindow {
  on(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
  off(event: 'close', listener: (event: { preventDefault(): void }) => void): unknown;
  close(): void;
  isMinimized(): boolean;
  restore(): void;
  show(): void;
  focus(): void;
}

/** Shows a window to the user, wherever it is now. */
export function focusWindow(
  window: Pick<ClosableWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>,
): void {
  if (window.isMinimized()) {
    window.restore();
  }
  window.show();
  window.focus();
}

/** See {@link createCloseGuard}. */
export interface CloseGuard {
  /** Sets or, with null, takes away the reason. */
  readonly set: (reason: GuardReason | null) => void;
  /** Null while nothing keeps the window open. */
  readonly reason: () => GuardReason | null;
  /** Sets whether the page cannot answer; then the window closes without asking, and the reason stays. */
  readonly suspend: (isSuspended: boolean) => void;
  /** Closes without asking. */
  readonly close: () => void;
}

/**
 * Keeps the window open while there is a reason.
 *
 *     open ──set(reason)──▶ guarded ──close asked──▶ guarded (the page is told, the window stays)
 *      ▲                       │
 *      └──set(null), page gone─┴──close()──▶ closed
 *
 * The listener exists in `guarded` only, because the system Chromium runtime has to hold back every
 * reload and close of a window that has one.
 */
export function createCloseGuard(
  window: ClosableWindow,
  onCloseRequested: (reason: GuardReason) => void,
): CloseGuard {
  let reason: GuardReason | null = null;
  let isSuspended = false;
  const refuse = (event: { preventDefault(): void }): void => {
    if (reason !== null) {
      event.preventDefault();
      // A user who quits Guise from the tray may have another window in front.
      focusWindow(window);
      onCloseRequested(reason);
    }
  };
  const listen = (): void => {
    window.off('close', refuse);
    if (reason !== null && !isSuspended) {
      window.on('close', refuse);
    }
  };
  const set = (next: GuardReason | null): void => {
    reason = next;
    listen();
  };
  return {
    set,
    suspend: (next) => {
      isSuspended = next;
      listen();
    },
    reason: () => reason,
    close: () => {
      set(null);
      window.close();
    },
  };
}
