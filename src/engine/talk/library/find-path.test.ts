import { describe, expect, it } from 'vitest';
import type { MouthMeasures } from '../mouth/measures.ts';
import { chooseMouths } from './choose-mouths.ts';
import { findMouthPath, type WantedMouth } from './find-path.ts';
import type { LibraryMouth } from './lower-face.ts';
import { mouthDistance } from './mouth-distance.ts';

/** Reproducible random numbers from 0 to 1 (Park and Miller 1988). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const pause = (): Promise<void> => Promise.resolve();

const mouthOf = (open: number, wide = 0): MouthMeasures => ({ open, wide, jaw: open / 3, lift: 0 });

function toLibrary(opens: readonly number[], rest: Partial<LibraryMouth> = {}): LibraryMouth[] {
  return opens.map((open, at) => ({
    index: at * 10,
    mouth: mouthOf(open),
    parted: open,
    speed: 0,
    yaw: 0,
    pitch: 0,
    skew: 0,
    ...rest,
  }));
}

const want = (open: number, yaw = 0): WantedMouth => ({ mouth: mouthOf(open), yaw, pitch: 0 });

describe('the path through a library', () => {
  it('prefers lips that move little to those that move fast, and shows these where only they fit', async () => {
    const [fast] = toLibrary([0.1], { speed: 0.06 });
    const library = [fast!, ...toLibrary([0.09, 0.3])];
    expect(await findMouthPath(library, [want(0.1)], pause)).toEqual([1]);
    expect(await findMouthPath([fast!, ...toLibrary([0.3])], [want(0.1)], pause)).toEqual([0]);
  });

  it('shows the mouths that are wanted', async () => {
    const library = toLibrary([0, 0.1, 0.2, 0.3]);
    const wanted = [0, 0, 0, 0, 0.3, 0.3, 0.3, 0.3, 0.1, 0.1, 0.1, 0, 0].map((open) => want(open));
    expect(await findMouthPath(library, wanted, pause)).toEqual([
      0, 0, 0, 0, 3, 3, 3, 3, 1, 1, 1, 0, 0,
    ]);
  });

  it('is the cheapest of all paths', async () => {
    const random = createRandom(3);
    const library = toLibrary([0, 0.04, 0.1, 0.2]);
    const wanted = Array.from({ length: 5 }, () => want(random() * 0.25));
    const cost = (path: readonly number[]): number =>
      path.reduce((sum, at, frame) => {
        const { mouth, index } = library[at]!;
        const before = frame === 0 ? null : library[path[frame - 1]!]!;
        const isSmooth = before === null || index === before.index || index === before.index + 1;
        const step = isSmooth ? 0 : 0.003 + 0.25 * mouthDistance(before.mouth, mouth);
        return sum + mouthDistance(wanted[frame]!.mouth, mouth) + step;
      }, 0);
    let min = Infinity;
    for (let number = 0; number < 4 ** 5; number += 1) {
      const path = Array.from({ length: 5 }, (_, frame) => Math.floor(number / 4 ** frame) % 4);
      min = Math.min(min, cost(path));
    }
    expect(cost(await findMouthPath(library, wanted, pause))).toBeCloseTo(min, 6);
  });

  it('asks whether it is still wanted every few frames', async () => {
    const wanted = Array.from({ length: 600 }, () => want(0.1));
    let requested = 0;
    const cancel = (): Promise<void> => {
      requested += 1;
      return requested === 3 ? Promise.reject(new Error('cancelled')) : Promise.resolve();
    };
    await expect(findMouthPath(toLibrary([0, 0.1]), wanted, cancel)).rejects.toThrow('cancelled');
  });

  it('goes on with the next frame of the clip rather than jumping for a little', async () => {
    const library = [0.1, 0.11, 0.12].map((open, at): LibraryMouth => ({
      ...toLibrary([open])[0]!,
      index: 5 + at,
    }));
    const far = { ...toLibrary([0.111])[0]!, index: 90 };
    const wanted = [0.1, 0.111, 0.12].map((open) => want(open));
    expect(await findMouthPath([...library, far], wanted, pause)).toEqual([0, 1, 2]);
  });

  it('prefers a head that is turned alike, and a mouth that is straight', async () => {
    const turned = toLibrary([0.2], { yaw: 0.5 });
    const [straight] = toLibrary([0.2]);
    expect(
      await findMouthPath([...turned, { ...straight!, index: 77 }], [want(0.2, 0)], pause),
    ).toEqual([1]);
    const skewed = toLibrary([0.2], { skew: 0.2 });
    expect(
      await findMouthPath([...skewed, { ...straight!, index: 77 }], [want(0.2)], pause),
    ).toEqual([1]);
  });

  it('never shows an open mouth for a closed one while there is a closed one', async () => {
    const library = toLibrary([0, 0.025, 0.03]);
    expect(await findMouthPath(library, [want(0.012)], pause)).toEqual([0]);
  });

  it('shows no closed mouth that is about to open where there is one that stays shut', async () => {
    const [opening] = toLibrary([0], { parted: 0.08 });
    const [shut] = toLibrary([0.004]);
    expect(await findMouthPath([opening!, { ...shut!, index: 40 }], [want(0)], pause)).toEqual([1]);
  });
});

describe('mouths of a clip', () => {
  it('are chosen as different as can be, in order, and never where there is none', () => {
    const opens = [0, 0.001, 0.002, null, 0.3, 0.301, null, 0.15, 0.002];
    const mouths = opens.map((open) => (open === null ? null : mouthOf(open)));
    expect(chooseMouths(mouths, 3)).toEqual([0, 5, 7]);
    expect(chooseMouths(mouths, 99)).toEqual([0, 1, 2, 4, 5, 7, 8]);
    expect(chooseMouths([null, null], 3)).toEqual([]);
  });
});
