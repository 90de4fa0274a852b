import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOwnOrigin } from './own-origin.ts';

describe('the own origin', () => {
  const product = createOwnOrigin();

  it.each(['app://bundle/', 'app://bundle/index.html', 'app://bundle/index.html?x=1#y'])(
    'takes %s for the page',
    (url) => {
      expect(product.isPage(url)).toBe(true);
    },
  );

  it.each([
    'app://bundle.evil/index.html',
    'app://bundle:1/index.html',
    'app://user@bundle/index.html',
    'app://other/index.html',
    'https://bundle/index.html',
    'file:///index.html',
    'about:blank',
    'data:text/html,x',
    'javascript:alert(1)',
    '',
    'bundle',
  ])('takes %s for something else', (url) => {
    expect(product.isOwn(url)).toBe(false);
    expect(product.isPage(url)).toBe(false);
  });

  it('lets the window navigate to the page only, not to other files of the bundle', () => {
    expect(product.isOwn('app://bundle/assets/x.svg')).toBe(true);
    expect(product.isPage('app://bundle/assets/x.svg')).toBe(false);
  });

  it('is the dev server alone while developing', () => {
    const dev = createOwnOrigin('http://localhost:5173');
    expect(dev.isPage('http://localhost:5173/')).toBe(true);
    expect(dev.isOwn('http://localhost:5174/')).toBe(false);
    expect(dev.isOwn('app://bundle/index.html')).toBe(false);
  });

  it('never throws and owns no web address, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
        expect(product.isOwn(text)).toBe(false);
        expect(product.isPage(text)).toBe(false);
      }),
    );
  });

  it('knows sockets of its page by the name that its browser gives it', () => {
    for (const origin of ['app://bundle', 'https://bundle.app.localhost']) {
      expect(product.isOwnSocket(origin)).toBe(true);
    }
    for (const origin of [
      'https://bundle.app.localhost.example',
      'http://bundle.app.localhost',
      'null',
    ]) {
      expect(product.isOwnSocket(origin)).toBe(false);
    }
    const dev = createOwnOrigin('http://localhost:5173');
    expect(dev.isOwnSocket('https://bundle.app.localhost')).toBe(false);
    expect(dev.isOwnSocket('http://localhost:5173')).toBe(true);
  });
});
