import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageServer } from './serve-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'guise-page-'));
const root = join(folder, 'page');
const granted = new Map<string, string>();
const roomSource = 'ws://127.0.0.1:40123';
const serve = createPageServer(root, 'app://bundle/index.html', {
  findMedia: (url) => granted.get(new URL(url).pathname) ?? null,
  roomSources: [roomSource],
});
const get = (path: string, init?: RequestInit) => serve(new Request(`app://bundle${path}`, init));

beforeAll(() => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  writeFileSync(join(root, 'assets', 'a.js'), 'export {};');
  writeFileSync(join(root, 'assets', 'empty.css'), '');
  writeFileSync(join(root, 'assets', 'clip.mp4'), Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(root, 'assets', 'link.txt'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the server of the page', () => {
  it('serves files with their type, the policy and no sniffing', async () => {
    const response = await get('/assets/a.js');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('export {};');
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
    // The script may be that of a worker, whose policy is its own.
    expect(policy).toContain(`connect-src 'self' ${roomSource};`);
  });

  it('gives each load of the page a style nonce of its own, in the header and in the page', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const response = await get('/');
        expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
        const inPage = /csp-nonce" content="([^"]+)"/.exec(await response.text())?.[1] ?? '';
        expect(inPage).toMatch(/^[\w+/]{22}==$/);
        expect(response.headers.get('Content-Security-Policy')).toContain(
          `style-src 'self' 'nonce-${inPage}';`,
        );
        return inPage;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('serves a part of a file', async () => {
    const response = await get('/assets/clip.mp4', { headers: { Range: 'bytes=2-4' } });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe('bytes 2-4/10');
    expect(response.headers.get('Content-Length')).toBe('3');
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([2, 3, 4]);
  });

  it('says how long a file is when the part lies behind its end', async () => {
    const response = await get('/assets/clip.mp4', { headers: { Range: 'bytes=10-' } });
    expect(response.status).toBe(416);
    expect(response.headers.get('Content-Range')).toBe('bytes */10');
  });

  it('serves an empty file', async () => {
    const response = await get('/assets/empty.css');
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each(['/none.js', '/assets', '/assets/link.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt'])(
    'finds nothing at %s',
    async (path) => {
      const response = await get(path);
      expect([response.status, await response.text()]).toEqual([404, '']);
    },
  );

  it('answers HEAD without a body and refuses to be written to', async () => {
    const head = await get('/assets/a.js', { method: 'HEAD' });
    const ofRange = { method: 'HEAD', headers: { Range: 'bytes=2-4' } };
    expect((await get('/assets/clip.mp4', ofRange)).status).toBe(200);
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, '10']);
    expect(await head.text()).toBe('');
    expect((await get('/', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('has a page without scripts for when the real one fails, in every language', async () => {
    expect(await (await get('/failed')).text()).toContain('stopped working');
    const german = await (await get('/failed?language=de')).text();
    expect(german).toContain('funktioniert nicht mehr');
    expect(german).toContain('href="index.html"');
    expect(german).not.toContain('<script');
    expect(await (await get('/failed?language=es')).text()).toContain('ha dejado de funcionar');
  });

  it('serves granted media with ranges, and never as a document or a script', async () => {
    writeFileSync(join(folder, 'own.mp4'), Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    writeFileSync(join(folder, 'own.html'), '<script>alert(1)</script>');
    granted.set('/media/a/own.mp4', join(folder, 'own.mp4'));
    granted.set('/media/b/own.html', join(folder, 'own.html'));
    granted.set('/media/c/gone.mp4', join(folder, 'gone.mp4'));
    granted.set('/media/d/folder', folder);
    const part = await get('/media/a/own.mp4', { headers: { Range: 'bytes=2-4' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('Content-Type')).toBe('video/mp4');
    expect(part.headers.get('Content-Range')).toBe('bytes 2-4/10');
    expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([2, 3, 4]);
    const page = await get('/media/b/own.html');
    expect(page.headers.get('Content-Type')).toBe('application/octet-stream');
    await page.body?.cancel();
    for (const path of ['/media/c/gone.mp4', '/media/d/folder', '/media/e/own.mp4']) {
      expect((await get(path)).status, path).toBe(404);
    }
  });
});
