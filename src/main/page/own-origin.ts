/** Scheme of the page, registered as a standard and secure one before the app is ready. */
export const pageScheme = 'app';

/** Origin of the built page. */
export const pageOrigin = `${pageScheme}://bundle`;

/** The same where a browser without schemes of the app shows the page; see `runtime/page/app-url.ts`. */
const browserOrigin = `https://bundle.${pageScheme}.localhost`;

/** Identifies the app's own URLs. */
export interface OwnOrigin {
  /** Address of the page. */
  readonly indexUrl: string;
  /** Returns whether an address belongs to the origin of the page. */
  readonly isOwn: (url: string) => boolean;
  /** Returns whether this origin of a socket is the page's, as its browser writes it. */
  readonly isOwnSocket: (origin: string) => boolean;
  /** Returns whether an address is the page itself, the only one to which the window may navigate. */
  readonly isPage: (url: string) => boolean;
}

/**
 * The origin of the page: the bundle served by main, or the dev server while developing.
 *
 * @param devServerUrl `ELECTRON_RENDERER_URL` as set by electron-vite, undefined in the product.
 */
export function createOwnOrigin(devServerUrl?: string): OwnOrigin {
  const indexUrl = devServerUrl ?? `${pageOrigin}/index.html`;
  const own = new URL(indexUrl);
  const isOwn = (text: string): boolean => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return (
      url !== null &&
      url.protocol === own.protocol &&
      url.host === own.host &&
      url.username === '' &&
      url.password === ''
    );
  };
  return {
    indexUrl,
    isOwn,
    isOwnSocket: (origin) =>
      isOwn(origin) || (devServerUrl === undefined && origin === browserOrigin),
    isPage: (text) => isOwn(text) && ['/', '/index.html'].includes(new URL(text).pathname),
  };
}
