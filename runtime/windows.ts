import type { AppWindow } from './page/app-window.ts';

/** All open windows, oldest first, and the listener for the close of the last one. */
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

/** Sets the listener for the close of the last window; it runs after the window's own listeners. */
export function onLastWindowClosed(listener: () => void): void {
  onEmpty = listener;
}
