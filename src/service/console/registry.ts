import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Address of a list of processors that was named as a path or an address. */
export function toRegistry(text: string | null): string | undefined {
  if (text === null) {
    return undefined;
  }
  return /^(file|data|node):/.test(text) ? text : pathToFileURL(resolve(text)).href;
}
