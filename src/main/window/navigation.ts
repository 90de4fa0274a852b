import type { WebContents } from 'electron/main';
import type { OwnOrigin } from '../page/own-origin.ts';

/**
 * Keeps a window on the page: it may load the page again and nothing else. A link that asks for a new
 * window opens outside when `openOutside` accepts it; no window is ever opened by a page.
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
