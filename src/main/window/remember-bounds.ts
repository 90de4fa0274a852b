import type { BrowserWindow } from 'electron/main';
import type { StoredFile } from '../files/stored-file.ts';
import type { WindowState } from './bounds.ts';

const settleMs = 500;

/**
 * Writes where the window is, once it has stayed there for half a second and when it closes.
 * `onFailure` is told when the file cannot be written; the window goes on without.
 */
export function rememberBounds(
  window: BrowserWindow,
  file: StoredFile<WindowState>,
  onFailure: (error: unknown) => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  let seen: WindowState | null = null;
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
  const look = (): void => {
    if (window.isDestroyed() || window.isMinimized()) {
      return;
    }
    const { x, y, width, height } = window.getNormalBounds();
    const bounds = {
      x: Math.round(x),
      y: Math.round(y),
      width: Math.round(width),
      height: Math.round(height),
    };
    seen = { bounds, isMaximized: window.isMaximized() };
    clearTimeout(timer);
    timer = setTimeout(write, settleMs);
  };
  window.on('resize', look);
  window.on('move', look);
  window.on('maximize', look);
  window.on('unmaximize', look);
  window.on('closed', write);
}
