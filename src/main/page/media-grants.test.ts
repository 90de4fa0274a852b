import { expect, it } from 'vitest';
import { createMediaGrants } from './media-grants.ts';
import { pageOrigin } from './own-origin.ts';

const toUrl = (address: string): string => `${pageOrigin}/${address}`;

it('finds a granted file by its address alone', () => {
  const grants = createMediaGrants();
  const address = grants.grant('/home/me/Clips & more/a 1.mp4');
  expect(new URL(toUrl(address)).pathname).toBe(`/${address}`);
  expect(grants.find(toUrl(address))).toBe('/home/me/Clips & more/a 1.mp4');
  expect(grants.grant('/home/me/Clips & more/a 1.mp4')).toBe(address);
});

it('opens nothing for a path, another token or another folder', () => {
  const grants = createMediaGrants();
  const address = grants.grant('/home/me/a.mp4');
  const token = address.split('/')[1]!;
  const wrong = [
    'media/a.mp4',
    'media//home/me/a.mp4',
    `media/${'A'.repeat(22)}/a.mp4`,
    `media/${token}`,
    `media/${token}A/a.mp4`,
    `files/${token}/a.mp4`,
    `media/../media/x/a.mp4`,
  ];
  expect(wrong.map((path) => grants.find(toUrl(path)))).toEqual(wrong.map(() => null));
});

it('gives every list its own tokens', () => {
  expect(createMediaGrants().grant('/a.mp4')).not.toBe(createMediaGrants().grant('/a.mp4'));
});
