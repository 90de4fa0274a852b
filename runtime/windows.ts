import type { AppWindow } from './page/app-window.ts';

/** All windows that are not closed, oldest first, and who is told when the last one goes. */
const open = new Set<AppWindow>();
let onEmpty: () => void = () => {};

/** Keeps a window until it is closed. */
export function addWindow(window: AppWindow): void {
  open.add(window);
  window.once('closed', () => {
    open.delete(window);
    if (open.size === 0) {
      onEmpty();
    }
  });
}

/** The windows there are, oldest first. */
export function listWindows(): AppWindow[] {
  return [...open];
}

/** The window of a page target, or null. */
export function findWindow(targetId: string): AppWindow | null {
  return listWindows().find(({ page }) => page?.targetId === targetId) ?? null;
}

/** Sets who is told that the last window has been closed, after its own listeners. */
export function onLastWindowClosed(listener: () => void): void {
  onEmpty = listener;
}
