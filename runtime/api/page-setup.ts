import type { Page } from '../page/page.ts';
import type { WebContents } from './web-contents.ts';

/** What has to be in place before a page sends its first request. */
export async function preparePage(_contents: WebContents, _page: Page): Promise<void> {}
