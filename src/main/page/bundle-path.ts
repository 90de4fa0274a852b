import { join, sep } from 'node:path';
import { pageOrigin } from './own-origin.ts';

/** What a path segment of the bundle may look like: no dot at its start, nothing a file system reads. */
const segmentPattern = /^[A-Za-z0-9_][A-Za-z0-9._@+-]*$/;

/**
 * File of the bundle for an address of the page, or null when the address can have none. Only plain
 * names pass, so `..`, hidden files, drive letters, backslashes and encoded forms of them never reach
 * the file system. The caller still has to check where links inside the bundle lead.
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

/** Empty, which is no name, for what cannot be decoded. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
