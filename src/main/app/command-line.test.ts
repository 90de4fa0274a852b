import { expect, it } from 'vitest';
import { readLaunchRequest } from './command-line.ts';

it('opens the app, with any switches of the runtime', () => {
  expect(readLaunchRequest(['/srv/app', '--no-sandbox'])).toEqual({ task: 'open' });
});

it('is asked for the version, at any position', () => {
  expect(readLaunchRequest(['--no-sandbox', '--version'])).toEqual({ task: 'version' });
});

it('walks the screens into a folder', () => {
  const expected = { task: 'smoke', folder: 'pictures' };
  expect(readLaunchRequest(['--smoke', 'pictures', '--no-sandbox'])).toEqual(expected);
});

it.each([[['--smoke']], [['--smoke', '--no-sandbox']]])('refuses %j', (args) => {
  expect(readLaunchRequest(args)).toMatchObject({ task: 'refuse' });
});
