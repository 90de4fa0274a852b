import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '../../src/base/errors.ts';
import { download, type DownloadOptions } from '../../src/client/download.ts';
import { createFakeTiming, drop, openPeer, refuse, type Step } from '../support/http-peer.ts';

const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guise-download-'));
});
afterEach(() => rm(folder, { recursive: true }));

function toPath(): string {
  return path.join(folder, 'result.mp4');
}

/** Breaks the connection of the answer that is under way. */
let breakNow: () => void = () => undefined;

/**
 * A file server that answers ranges while the tag matches. With `breakAfter` it stops after that many bytes until
 * {@link breakNow}, so that the client has read them when the connection breaks.
 */
function serve(file: Buffer, { etag = '"v1"', breakAfter = Infinity } = {}): Step {
  return (response, { headers }) => {
    const range = /^bytes=(\d+)-$/.exec(headers.range ?? '');
    const isPart = range !== null && headers['if-range'] === etag;
    const start = isPart ? Number(range[1]) : 0;
    const body = file.subarray(start);
    response.writeHead(isPart ? 206 : 200, {
      'content-type': 'video/mp4',
      'content-length': body.length,
      ...(etag === '' ? {} : { etag }),
      ...(isPart ? { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` } : {}),
    });
    if (body.length <= breakAfter) {
      response.end(body);
      return;
    }
    breakNow = () => {
      response.socket?.destroy();
    };
    response.write(body.subarray(0, breakAfter));
  };
}

/** Breaks the connection each time another `breakAfter` bytes have arrived. */
function breakEvery(breakAfter: number): NonNullable<DownloadOptions['onProgress']> {
  return ({ doneBytes }) => {
    if (doneBytes % breakAfter === 0) {
      breakNow();
    }
  };
}

function fetchFile(origin: string, options: Partial<DownloadOptions> = {}) {
  const timing = createFakeTiming();
  return download({ url: `${origin}/f?sig=1`, toPath: toPath(), timing, ...options });
}

async function catchError(promise: Promise<unknown>): Promise<AppError> {
  return promise.then(
    () => expect.fail('It worked.'),
    (error: unknown) => error as AppError,
  );
}

describe('a download', () => {
  it('writes the file and reports its facts', async () => {
    await using peer = await openPeer(serve(content));
    expect(await fetchFile(peer.origin)).toEqual({ sizeBytes: 300_000, contentType: 'video/mp4' });
    expect((await readFile(toPath())).equals(content)).toBe(true);
    expect(await readdir(folder)).toEqual(['result.mp4']);
  });

  it('sends no key', async () => {
    await using peer = await openPeer(serve(content));
    await fetchFile(peer.origin);
    expect(peer.seen[0]!.headers.authorization).toBeUndefined();
    expect(peer.seen[0]!.headers['x-api-key']).toBeUndefined();
  });

  it('goes on where the connection broke, as often as bytes come', async () => {
    await using peer = await openPeer(serve(content, { breakAfter: 40_000 }));
    await fetchFile(peer.origin, { onProgress: breakEvery(40_000) });
    expect((await readFile(toPath())).equals(content)).toBe(true);
    expect(peer.seen.map(({ headers }) => headers.range)).toEqual([
      undefined,
      ...[1, 2, 3, 4, 5, 6, 7].map((part) => `bytes=${part * 40_000}-`),
    ]);
    expect(peer.seen[1]!.headers['if-range']).toBe('"v1"');
  });

  it('starts again when the file changed meanwhile', async () => {
    const other = Buffer.alloc(100_000, 9);
    await using peer = await openPeer(
      serve(content, { breakAfter: 50_000 }),
      serve(other, { etag: '"v2"' }),
    );
    await fetchFile(peer.origin, { onProgress: breakEvery(50_000) });
    expect(peer.seen[1]!.headers.range).toBe('bytes=50000-');
    expect((await readFile(toPath())).equals(other)).toBe(true);
  });

  it('starts again when no validator proves that the file is the same', async () => {
    await using peer = await openPeer(
      serve(content, { etag: '', breakAfter: 50_000 }),
      serve(content, { etag: 'W/"weak"', breakAfter: 50_000 }),
      serve(content),
    );
    await fetchFile(peer.origin, { onProgress: breakEvery(50_000) });
    expect(peer.seen.map(({ headers }) => headers.range)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await readFile(toPath())).equals(content)).toBe(true);
  });

  it('takes what a proxy compressed against its wish, and does not go on in the middle of it', async () => {
    const packed = gzipSync(content);
    const compress =
      (breakAfter: number): Step =>
      (response) => {
        response.writeHead(200, {
          'content-encoding': 'gzip',
          'content-length': packed.length,
          'content-type': 'application/json',
          etag: '"v1"',
        });
        if (packed.length <= breakAfter) {
          response.end(packed);
          return;
        }
        response.write(packed.subarray(0, breakAfter), () => response.socket?.destroy());
      };
    await using peer = await openPeer(compress(packed.length - 10), compress(Infinity));
    expect(await fetchFile(peer.origin)).toMatchObject({ sizeBytes: content.length });
    expect((await readFile(toPath())).equals(content)).toBe(true);
    expect(peer.seen.map(({ headers }) => headers.range)).toEqual([undefined, undefined]);
  });

  it('refuses another part than it asked for', async () => {
    await using peer = await openPeer(serve(content, { breakAfter: 50_000 }), (response) => {
      response.writeHead(206, { 'content-range': 'bytes 0-9/300000' }).end('0123456789');
    });
    const error = await catchError(fetchFile(peer.origin, { onProgress: breakEvery(50_000) }));
    expect(error.code).toBe('bad_reply');
  });

  it('gives up when no bytes come, and leaves nothing', async () => {
    await using peer = await openPeer(drop);
    expect((await catchError(fetchFile(peer.origin))).code).toBe('service_unreachable');
    expect(peer.seen).toHaveLength(4);
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports that a link expired', async () => {
    await using peer = await openPeer(refuse(403, 'forbidden'));
    expect((await catchError(fetchFile(peer.origin))).code).toBe('forbidden');
    expect(peer.seen).toHaveLength(1);
  });

  it('keeps the old file until the new one is whole', async () => {
    await writeFile(toPath(), 'old');
    await using broken = await openPeer(drop);
    await catchError(fetchFile(broken.origin));
    expect(await readFile(toPath(), 'utf8')).toBe('old');
    await using peer = await openPeer(serve(content));
    await fetchFile(peer.origin);
    expect((await readFile(toPath())).length).toBe(300_000);
  });

  it('ends when the caller gives up, and leaves nothing', async () => {
    const controller = new AbortController();
    await using peer = await openPeer(serve(content, { breakAfter: 290_000 }));
    const error = await catchError(
      fetchFile(peer.origin, {
        signal: controller.signal,
        onProgress: () => {
          controller.abort();
        },
      }),
    );
    expect(error.code).toBe('cancelled');
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports why it cannot write', async () => {
    await using peer = await openPeer(serve(content));
    const error = await catchError(
      fetchFile(peer.origin, { toPath: path.join(folder, 'missing', 'a.mp4') }),
    );
    expect(error.code).toBe('storage_failed');
    expect(error.details).toEqual({ reason: 'ENOENT' });
  });

  it('follows a redirect within the service, and no other', async () => {
    await using near = await openPeer(serve(content));
    await using peer = await openPeer((response) => {
      response.writeHead(302, { location: `${near.origin}/f` }).end();
    });
    const local = { baseUrl: `${peer.origin}/api/v1` };
    expect(await fetchFile(peer.origin, local)).toMatchObject({ sizeBytes: content.length });
    const before = near.seen.length;
    // A service of the internet whose storage answers here, instead of a name that resolves elsewhere.
    const away: typeof fetch = async (_url, init) => fetch(`${peer.origin}/f`, init);
    const url = 'https://files.example/f?sig=1';
    const remote = { url, fetch: away, baseUrl: 'https://service.example/api/v1' };
    const error = await catchError(fetchFile(peer.origin, remote));
    expect(error).toMatchObject({ code: 'bad_reply' });
    expect(near.seen).toHaveLength(before);
    expect(await readdir(folder)).toEqual(['result.mp4']);
  });

  it('gives up on a redirect that never ends', async () => {
    await using peer = await openPeer((response) => {
      response.writeHead(302, { location: '/again' }).end();
    });
    expect(await catchError(fetchFile(peer.origin))).toMatchObject({ code: 'bad_reply' });
  });

  it.each([
    ['said', { etag: '"v1"' }],
    ['not said', null],
  ])('keeps nothing of a file that is too large, its length %s', async (_how, options) => {
    const step: Step =
      options === null ? (response) => void response.writeHead(200).end(content) : serve(content);
    await using peer = await openPeer(step);
    const error = await catchError(fetchFile(peer.origin, { maxBytes: content.length - 1 }));
    expect(error).toMatchObject({ code: 'bad_reply' });
    expect(error.message).toContain('larger than 299999 bytes');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'data:,x', 'nonsense'])('refuses %s', async (url) => {
    const error = await catchError(download({ url, toPath: toPath() }));
    expect(error.code).toBe('bad_reply');
    expect(await readdir(folder)).toEqual([]);
  });
});
