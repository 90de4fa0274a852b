import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { isKnownScheme } from '../page/app-url.ts';
import { router } from '../routing.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml',
};

/** Electron's `net`, as far as it goes: `fetch` of Node, and files and schemes of the app beside it. */
export const net = {
  /** Fetches over the network, from `file:` addresses and from schemes of the app. */
  async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request ? input : null;
    const url = input instanceof Request ? input.url : input.toString();
    const scheme = url.slice(0, url.indexOf(':'));
    if (scheme === 'file') {
      const headers = new Headers(init?.headers ?? request?.headers);
      return await fetchFile(url, headers.get('range'));
    }
    const handler = isKnownScheme(scheme) ? router.findHandler(scheme) : null;
    if (handler !== null) {
      return await handler(new Request(input, init));
    }
    return await fetch(input, init);
  },
};

async function fetchFile(url: string, range: string | null): Promise<Response> {
  const path = fileURLToPath(url);
  const size = await stat(path)
    .then((facts) => (facts.isFile() ? facts.size : null))
    .catch(() => null);
  if (size === null) {
    // The words of the browser, which app code compares with.
    throw new Error('net::ERR_FILE_NOT_FOUND');
  }
  const type = mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const headers = { 'content-type': type, 'accept-ranges': 'bytes' };
  const part = parseRange(range, size);
  if (part === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
  }
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const stream = size === 0 ? null : Readable.toWeb(createReadStream(path, { start, end }));
  const length = { 'content-length': String(size === 0 ? 0 : end - start + 1) };
  return part === null
    ? new Response(toBody(stream), { headers: { ...headers, ...length } })
    : new Response(toBody(stream), {
        status: 206,
        headers: { ...headers, ...length, 'content-range': `bytes ${start}-${end}/${size}` },
      });
}

function toBody(stream: object | null): ReadableStream<Uint8Array> | null {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node and the DOM type the same stream twice
  return stream as ReadableStream<Uint8Array> | null;
}

/** Reads a Range header with one range; null means the whole file. */
export function parseRange(
  header: string | null,
  size: number,
): { readonly start: number; readonly end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) {
    return null;
  }
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
