import { describe, expect, it } from 'vitest';
import { createI420Frame } from '../pixels/frame.ts';
import type { TrackedFace } from '../track/face-track.ts';
import { createFrameSwapper } from './frame-swapper.ts';

const frame = { picture: createI420Frame(64, 48), timestampUs: 40_000 };

function faceOf(id: number, width: number): TrackedFace {
  return { id, box: { left: 0, top: 0, width, height: width } } as TrackedFace;
}

describe('a swapper of frames', () => {
  it('answers at once when its swappers do', () => {
    const seen: unknown[] = [];
    const swapper = createFrameSwapper(
      [{ swap: (_picture, { id }, timestampUs) => (seen.push([id, timestampUs]), id / 4) }],
      {
        observer: {
          before: (_frame, { id }) => seen.push(id),
          after: (_frame, shown) => seen.push(shown),
        },
      },
    );
    expect(swapper.swap(frame, [faceOf(1, 10), faceOf(2, 20)])).toBe(0.5);
    expect(seen).toEqual([2, [1, 40_000], [2, 40_000], 0.5]);
    expect(swapper.swap(frame, [])).toBe(0);
  });

  it('waits for one face after the other when they take time', async () => {
    const seen: string[] = [];
    const slow = {
      swap: async (_picture: unknown, { id }: TrackedFace) => {
        seen.push(`begin ${id}`);
        await Promise.resolve();
        seen.push(`end ${id}`);
        return 0.25;
      },
    };
    const quick = { swap: (_picture: unknown, { id }: TrackedFace) => (seen.push(`${id}`), 1) };
    const swapper = createFrameSwapper([quick, slow, slow], {
      observer: { before: () => undefined, after: (_frame, shown) => seen.push(`after ${shown}`) },
    });
    const shown = swapper.swap(frame, [faceOf(1, 10), faceOf(2, 10), faceOf(3, 10)]);
    expect(shown).toBeInstanceOf(Promise);
    expect(await shown).toBe(1);
    expect(seen).toEqual(['1', 'begin 2', 'end 2', 'begin 3', 'end 3', 'after 1']);
  });

  it('passes on why a face could not be swapped', async () => {
    const swapper = createFrameSwapper([{ swap: () => Promise.reject(new Error('no')) }], {});
    await expect(swapper.swap(frame, [faceOf(1, 10)])).rejects.toThrow('no');
  });
});
