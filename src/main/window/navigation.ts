import type { WebContents } from 'electron/main';
import type { OwnOrigin } from '../page/own-origin.ts';

/**
 * Keeps a window on the page: it may reload the page and nothing else. A link to a new window is opened outside
 * when `openOutside` accepts it; a page never opens a window.
 */
export function guardNavigation(
  contents: WebContents,
  ownOrigin: OwnOrigin,
  openOutside: (url: string) => void,
): void {
  contents.on('will-navigate', (event) => {
    if (!ownOrigin.isPage(event.url)) {
      event.preventDefault();
    }
  });
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}
