import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { background } from './background.ts';

it('the window has the colour of the base surface of the page in both themes', () => {
  const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
  const surfaces = [...tokens.matchAll(/--surface-0: (#\w+);/g)].map(([, colour]) => colour);
  expect(surfaces).toEqual([background.dark, background.light]);
});
