import type { Page } from '../page/page.ts';
import type { BrowserWindow } from './browser-window.ts';
import { contentsPage } from './web-contents.ts';

/** Page of a window, for content shown inside it. Throws when nothing has been loaded yet. */
export function windowPage(window: BrowserWindow): Page {
  return contentsPage(window.webContents);
}
