import type { BrowserWindow } from 'electron/main';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { Bounds, WindowState } from './bounds.ts';

const settleMs = 500;

/**
 * Stores the window's position when it has been unchanged for half a second and when it closes. `onFailure` is
 * called when the file cannot be written; the window continues without.
 */
export function rememberBounds(
  window: BrowserWindow,
  file: StoredJsonFile<WindowState>,
  onFailure: (error: unknown) => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  let seen: WindowState | null = null;
  const update = (): void => {
    if (!window.isDestroyed() && !window.isMinimized()) {
      seen = { bounds: toWhole(window.getNormalBounds()), isMaximized: window.isMaximized() };
    }
  };
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (seen === null) {
      return;
    }
    try {
      file.write(seen);
    } catch (error) {
      onFailure(error);
    }
    seen = null;
  };
  const changed = (): void => {
    // Reads the bounds now, in case the window closes at once, and again when it has come to rest.
    update();
    clearTimeout(timer);
    timer = setTimeout(() => {
      update();
      write();
    }, settleMs);
  };
  window.on('resize', changed);
  window.on('move', changed);
  window.on('maximize', changed);
  window.on('unmaximize', changed);
  window.on('closed', write);
}

function toWhole({ x, y, width, height }: Bounds): Bounds {
  return {
    x: Math.round(x),
    y: Math.round(y),
    width: Math.round(width),
    height: Math.round(height),
  };
}
