import { join, sep } from 'node:path';

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
  const path = decodePath(new URL(url).pathname);
  if (path === null) {
    return null;
  }
  const segments = (path === '/' ? '/index.html' : path).slice(1).split('/');
  if (!segments.every((segment) => segmentPattern.test(segment))) {
    return null;
  }
  const file = join(root, ...segments);
  return file.startsWith(root + sep) ? file : null;
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
