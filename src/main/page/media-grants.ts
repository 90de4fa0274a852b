import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';

const folder = 'media';
const addressPattern = /^\/media\/([A-Za-z0-9_-]{22})\//;

/** Which files outside the bundle the page may read. */
export interface MediaGrants {
  /**
   * Grants the page access to a file and returns its URL, relative to the page. The same file keeps its URL.
   */
  readonly grant: (path: string) => string;
  /** File of a URL of the page; null when it was not granted. */
  readonly find: (url: string) => string | null;
}

/**
 * Creates an empty list. A URL contains a token of 128 bits for one file, so knowing or guessing a path opens
 * nothing. Grants end with the process.
 */
export function createMediaGrants(): MediaGrants {
  const byToken = new Map<string, string>();
  const byPath = new Map<string, string>();
  return {
    grant: (path) => {
      const known = byPath.get(path);
      const token = known ?? randomBytes(16).toString('base64url');
      if (known === undefined) {
        byPath.set(path, token);
        byToken.set(token, path);
      }
      return `${folder}/${token}/${encodeURIComponent(basename(path))}`;
    },
    find: (url) => {
      const token = URL.canParse(url) ? addressPattern.exec(new URL(url).pathname)?.[1] : undefined;
      return token === undefined ? null : (byToken.get(token) ?? null);
    },
  };
}
