import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Marker } from '../../contract/marker.ts';
import { appendMarker, readMarkers } from './markers-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guise-markers-'));
  path = join(folder, 'markers.csv');
});
afterEach(() => rmSync(folder, { recursive: true }));

const markers: fc.Arbitrary<readonly Marker[]> = fc.array(
  fc.record({
    atMs: fc.integer({ min: 0, max: 24 * 3_600_000 }),
    title: fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }),
  }),
  { maxLength: 30 },
);
const toOneLine = ({ atMs, title }: Marker): Marker => ({
  atMs,
  title: title.replaceAll(/\s+/g, ' '),
});

it('returns every marker to the millisecond, in the order of their times, with any title', async () => {
  await fc.assert(
    fc.asyncProperty(markers, async (all) => {
      writeFileSync(path, '');
      for (const marker of all) {
        await appendMarker(path, marker);
      }
      const sorted = all.map(toOneLine).toSorted((one, other) => one.atMs - other.atMs);
      expect(await readMarkers(path)).toEqual(sorted);
    }),
  );
});

it('reads the markers of a killed app, except for a partial line', async () => {
  await fc.assert(
    fc.asyncProperty(markers, fc.nat(), async (all, cut) => {
      writeFileSync(path, '');
      for (const marker of all) {
        await appendMarker(path, marker);
      }
      const bytes = readFileSync(path);
      const left = bytes.subarray(0, cut % (bytes.length + 1));
      writeFileSync(path, left);
      const whole = left.toString('latin1').split('\n').length - 1;
      const expected = all.slice(0, whole).map(toOneLine);
      expect(await readMarkers(path)).toEqual(
        expected.toSorted((one, other) => one.atMs - other.atMs),
      );
    }),
  );
});

it('has the format of video editors: seconds, no end, a title', async () => {
  await appendMarker(path, { atMs: 83_456, title: 'He said "no", twice' });
  expect(readFileSync(path, 'utf8')).toBe('83.456,,"He said ""no"", twice"\n');
});

it('skips invalid lines', async () => {
  appendFileSync(path, '1.000,,"One"\nnonsense\n=cmd()\n-4,,"Before"\n2.000,,"Two"\n');
  expect((await readMarkers(path)).map(({ title }) => title)).toEqual(['One', 'Two']);
});
