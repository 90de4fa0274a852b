import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { Readable } from 'node:stream';
import { parseRange } from '../../base/byte-range.ts';
import { findBundlePath } from './bundle-path.ts';
import { toContentType, toMediaType } from './content-types.ts';
import { renderFailedPage, failedPagePath } from './failed-page.ts';
import { createPageHeaders, type PolicyAdditions } from './page-policy.ts';

/** Headers of files other than documents and scripts, whose policy comes from the document that loads them. */
const noAdditions: PolicyAdditions = { styleNonce: null, roomSources: [] };

/**
 * Size up to which a file is read at once, which takes a third of the time: scripts and fonts delay the first
 * view.
 */
const SMALL_BYTES = 2 * 1_048_576;

/** Answers the requests of the page. */
export type PageServer = (request: Request) => Promise<Response>;

/**
 * Serves the files under `root` (which must exist) with the headers of {@link createPageHeaders}, and the media
 * that `findMedia` knows; documents and workers may connect to `roomSources`. Reads only, with byte ranges; links that
 * lead out of the root are refused.
 */
export function createPageServer(
  root: string,
  indexUrl: string,
  {
    findMedia = () => null,
    roomSources = [],
  }: {
    readonly findMedia?: (url: string) => string | null;
    readonly roomSources?: readonly string[];
  } = {},
): PageServer {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(405, { Allow: 'GET, HEAD' });
    }
    if (new URL(request.url).pathname === failedPagePath) {
      return createHtmlResponse(roomSources, (nonce) =>
        renderFailedPage({ nonce, indexUrl, url: request.url }),
      );
    }
    const media = findMedia(request.url);
    const path = media === null ? await findFile(root, request.url) : await findRegular(media);
    if (path === null) {
      return refuse(404);
    }
    if (media === null && path.endsWith('.html')) {
      const text = await readFile(path, 'utf8');
      return createHtmlResponse(roomSources, (nonce) => withNonce(text, nonce));
    }
    const contentType = media === null ? toContentType(path) : toMediaType(path);
    const isScript = media === null && path.endsWith('.js');
    const additions = isScript ? { ...noAdditions, roomSources } : noAdditions;
    return sendFile(path, { contentType, additions }, request);
  };
}

async function findFile(root: string, url: string): Promise<string | null> {
  const path = findBundlePath(root, url);
  return path === null
    ? null
    : unlessAbsent(async () => {
        const [realRoot, real] = await Promise.all([realpath(root), realpath(path)]);
        const isInside = real.startsWith(realRoot + sep);
        return isInside && (await stat(real)).isFile() ? real : null;
      });
}

/** A file the user may have removed meanwhile. */
async function findRegular(path: string): Promise<string | null> {
  return unlessAbsent(async () => ((await stat(path)).isFile() ? path : null));
}

async function unlessAbsent(find: () => Promise<string | null>): Promise<string | null> {
  try {
    return await find();
  } catch (error) {
    if (isAbsent(error)) {
      return null;
    }
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
  );
}

/** The accessible primitives look for the nonce of their style elements in this meta element. */
function withNonce(text: string, nonce: string): string {
  return text.replace(/<head>/i, `<head><meta property="csp-nonce" content="${nonce}">`);
}

function createHtmlResponse(
  roomSources: readonly string[],
  render: (nonce: string) => string,
): Response {
  const nonce = randomBytes(16).toString('base64');
  return new Response(render(nonce), {
    headers: {
      ...createPageHeaders({ styleNonce: nonce, roomSources }),
      'Content-Type': toContentType('index.html'),
    },
  });
}

async function sendFile(
  path: string,
  { contentType, additions }: { readonly contentType: string; readonly additions: PolicyAdditions },
  request: Request,
): Promise<Response> {
  const { size } = await stat(path);
  // Ranges are defined for GET only.
  const range = parseRange(request.method === 'GET' ? request.headers.get('Range') : null, size);
  if (range === 'unsatisfiable') {
    return refuse(416, { 'Content-Range': `bytes */${size}` });
  }
  const isWhole = range === 'whole';
  const { start, end } = isWhole ? { start: 0, end: size - 1 } : range;
  const headers: Record<string, string> = {
    ...createPageHeaders(additions),
    'Content-Type': contentType,
    'Content-Length': String(end - start + 1),
    'Accept-Ranges': 'bytes',
    ...(isWhole ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` }),
  };
  const hasBody = request.method === 'GET' && size > 0;
  const isSmall = isWhole && size <= SMALL_BYTES;
  const read = (): Promise<Buffer<ArrayBuffer>> | ReadableStream<Uint8Array> =>
    isSmall ? readFile(path) : streamFile(path, start, end);
  return new Response(hasBody ? await read() : null, {
    status: isWhole ? 200 : 206,
    headers,
  });
}

function streamFile(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  return Readable.toWeb(createReadStream(path, { start, end }));
}

function refuse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { ...createPageHeaders(noAdditions), ...headers } });
}
