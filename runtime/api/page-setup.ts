import type { Page } from '../page/page.ts';
import { toRgba } from './colour.ts';
import { judgeOrigin } from './navigation-gate.ts';
import { applyTheme } from './native-theme.ts';
import type { WebContents } from './web-contents.ts';

/** Puts in place what a page must find before its first request. */
export async function preparePage(
  contents: WebContents,
  page: Page,
  options: {
    readonly url: string;
    readonly browserUrl: string;
    readonly backgroundColor: string | null;
  },
): Promise<void> {
  await Promise.all([
    judgeOrigin(contents, options.browserUrl, options.url),
    applyTheme(page),
    setBackground(page, options.backgroundColor),
  ]);
}

/** Colours the page where its document paints nothing, also while nothing is there yet. */
export async function setBackground(page: Page, colour: string | null): Promise<void> {
  const rgba = colour === null ? null : toRgba(colour);
  await page.cdp.send(
    'Emulation.setDefaultBackgroundColorOverride',
    rgba === null ? {} : { color: rgba },
  );
}
