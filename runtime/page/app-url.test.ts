import { beforeAll, describe, expect, it } from 'vitest';
import { addScheme, toElectronOrigin, toAppUrl, toBrowserUrl } from './app-url.ts';

beforeAll(() => addScheme('app'));

describe('addresses of the app', () => {
  it.each([
    ['app://bundle/index.html', 'https://bundle.app.localhost/index.html'],
    ['app://bundle/a/b?c=d#e', 'https://bundle.app.localhost/a/b?c=d#e'],
    ['app://a.b/x', 'https://a.b.app.localhost/x'],
  ])('become secure ones and come back: %s', (outer, inner) => {
    expect(toBrowserUrl(outer)).toBe(inner);
    expect(toAppUrl(inner)).toBe(outer);
  });

  it('get a path when they have none', () => {
    expect(toBrowserUrl('app://bundle')).toBe('https://bundle.app.localhost/');
    expect(toBrowserUrl('APP://bundle?x')).toBe('https://bundle.app.localhost/?x');
  });

  it.each([
    'https://example.com/app.localhost/',
    'http://bundle.app.localhost/',
    'https://bundle.app.localhost.example.com/',
    'https://bundle.other.localhost/x',
    'https://localhost/x',
    'file:///etc/passwd',
    'about:blank',
    'other://bundle/x',
  ])('are not mistaken for others: %s', (url) => {
    expect(toAppUrl(url)).toBe(url);
    expect(toBrowserUrl(url)).toBe(url);
  });

  it('have an origin of their own', () => {
    expect(toElectronOrigin('app://bundle/x?y')).toBe('app://bundle');
    expect(toElectronOrigin('https://bundle.app.localhost/x')).toBe('app://bundle');
    expect(toElectronOrigin('https://example.com:8443/x')).toBe('https://example.com:8443');
    expect(toElectronOrigin('not an address')).toBe('null');
  });
});

it.each(['', 'App', 'a.b', 'a b', '1a', 'a+b'])('refuses "%s" as a scheme', (scheme) => {
  expect(() => addScheme(scheme)).toThrow(/cannot be a scheme/);
});
