import { resolve, sep } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBundlePath } from './bundle-path.ts';

const root = resolve('/srv/page');

describe('the path of a file of the page', () => {
  it.each([
    ['app://bundle/', 'index.html'],
    ['app://bundle/index.html', 'index.html'],
    ['app://bundle/assets/index-B_x1.js?v=2#top', 'assets/index-B_x1.js'],
    ['app://bundle/assets/%41.css', 'assets/A.css'],
  ])('maps %s to %s', (url, file) => {
    expect(findBundlePath(root, url)).toBe(resolve(root, file));
  });

  it.each([
    'app://bundle/..%2fsecret',
    'app://bundle/a/..%5c..%5csecret',
    'app://bundle/..%00/secret',
    'app://bundle/%',
    'app://bundle/.env',
    'app://bundle/a/.git/config',
    'app://bundle//etc/passwd',
    'app://bundle/a//b',
    'app://bundle/C:/windows',
    'app://bundle/a%2fb',
    'app://bundle/con%20file',
    'app://other/index.html',
    'https://bundle/index.html',
    'no address',
  ])('has none for %s', (url) => {
    const path = findBundlePath(root, url);
    expect(path).toBeNull();
  });

  it('takes dots away as every address does, which cannot climb', () => {
    expect(findBundlePath(root, 'app://bundle/%2e%2e/%2e%2e/a.js')).toBe(resolve(root, 'a.js'));
  });

  it('never leaves the folder, for any path', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '%2e%2e', '%2F', '%5C', '\\', '/', '%00', '%c0%ae', 'a', 'C:'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        const path = findBundlePath(root, `app://bundle/${parts.join('')}`);
        expect(path === null || path.startsWith(root + sep)).toBe(true);
        expect(path === null || resolve(path) === path).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
