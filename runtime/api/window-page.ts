import type { Page } from '../page/page.ts';
import type { BrowserWindow } from './browser-window.ts';
import { contentsPage } from './web-contents.ts';

/** The page of a window, for what is shown inside it. Throws when nothing has been loaded yet. */
export function windowPage(window: BrowserWindow): Page {
  return contentsPage(window.webContents);
}
