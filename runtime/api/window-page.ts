import type { Page } from '../page/page.ts';
import type { BrowserWindow } from './browser-window.ts';
import { requireContentsPage } from './web-contents.ts';

/** Page of a window, for content shown inside it. Throws when nothing has been loaded yet. */
export function requireWindowPage(window: BrowserWindow): Page {
  return requireContentsPage(window.webContents);
}
