import { join, sep } from 'node:path';
import { pageOrigin } from './own-origin.ts';

/** Allowed path segment of the bundle: no leading dot, no character that a file system interprets. */
const segmentPattern = /^[A-Za-z0-9_][A-Za-z0-9._@+-]*$/;

/**
 * Returns the bundle file for a URL of the page, or null when it cannot have one. Only plain names pass, so
 * `..`, hidden files, drive letters, backslashes and their encoded forms never reach the file system. The
 * caller still has to check where links inside the bundle lead.
 */
export function findBundlePath(root: string, url: string): string | null {
  if (!URL.canParse(url)) {
    return null;
  }
  const { protocol, host, pathname } = new URL(url);
  if (`${protocol}//${host}` !== pageOrigin) {
    return null;
  }
  const segments = (pathname === '/' ? '/index.html' : pathname).slice(1).split('/').map(decode);
  if (!segments.every((segment) => segmentPattern.test(segment))) {
    return null;
  }
  const file = join(root, ...segments);
  return file.startsWith(root + sep) ? file : null;
}

/** Empty, which is not a valid name, for undecodable segments. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
