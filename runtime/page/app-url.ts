/**
 * Chromium knows no schemes of ours, so `app://host/path` is `https://host.app.localhost/path` inside
 * the browser: a secure origin that never leaves the machine, answered before any network is asked.
 */
const schemes = new Set<string>();

const outerPattern = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is;
// slow expression: of addresses that a browser has parsed, whose hosts are short.
const innerPattern = /^https:\/\/([^/?#]*)\.localhost(?=[/?#]|$)(.*)$/is;

/** Makes a scheme of the app known; there is no way back, as in Electron. */
export function addScheme(scheme: string): void {
  if (!/^[a-z][a-z0-9-]*$/.test(scheme)) {
    throw new TypeError(
      `"${scheme}" cannot be a scheme here: lower-case letters, digits and "-" only.`,
    );
  }
  schemes.add(scheme);
}

/** Returns whether {@link addScheme} was called with a scheme. */
export function isKnownScheme(scheme: string): boolean {
  return schemes.has(scheme);
}

/** The address the browser is given for one of the app. Other addresses stay. */
export function toBrowserUrl(url: string): string {
  const match = outerPattern.exec(url);
  const [, scheme = '', host = '', rest = ''] = match ?? [];
  if (!schemes.has(scheme.toLowerCase())) {
    return url;
  }
  const domain = [...(host === '' ? [] : [host]), scheme.toLowerCase(), 'localhost'].join('.');
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return `https://${domain}${path}`;
}

/** The app's address for one of the browser. Other addresses stay. */
export function toAppUrl(url: string): string {
  const match = innerPattern.exec(url);
  const [, domain = '', rest = ''] = match ?? [];
  const cut = domain.lastIndexOf('.');
  const scheme = domain.slice(cut + 1);
  return schemes.has(scheme) ? `${scheme}://${domain.slice(0, Math.max(cut, 0))}${rest}` : url;
}

/** The pattern of `Fetch.enable` for all addresses of a scheme. */
export function toPattern(scheme: string): string[] {
  return [`https://*.${scheme}.localhost/*`, `https://${scheme}.localhost/*`];
}

/** Origin of an address as Electron names it, `app://host` for a scheme of the app. */
export function toElectronOrigin(url: string): string {
  const outer = toAppUrl(url);
  const [, scheme = '', host = ''] = outerPattern.exec(outer) ?? [];
  if (schemes.has(scheme)) {
    return `${scheme}://${host}`;
  }
  return URL.canParse(outer) ? new URL(outer).origin : 'null';
}
