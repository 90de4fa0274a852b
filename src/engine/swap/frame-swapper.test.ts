import { describe, expect, it } from 'vitest';
import { createI420Frame, type I420Frame } from '../pixels/frame.ts';
import type { TrackedFace } from '../track/face-track.ts';
import type { ChosenPerson } from './chosen-person.ts';
import { createFrameSwapper } from './frame-swapper.ts';

const frame = { planes: createI420Frame(64, 48), timestampUs: 40_000 };

function createFace(id: number, width: number): TrackedFace {
  return { id, box: { left: 0, top: 0, width, height: width } } as TrackedFace;
}

function note(seen: unknown[], what: unknown): undefined {
  seen.push(what);
}

describe('a swapper of frames', () => {
  it('answers at once when its swappers do', () => {
    const seen: unknown[] = [];
    const swapper = createFrameSwapper(
      [{ swap: (_picture, { id }, timestampUs) => (seen.push([id, timestampUs]), id / 4) }],
      {
        observer: {
          before: (_frame, { id }) => note(seen, id),
          after: (_frame, shown) => note(seen, shown),
        },
      },
    );
    expect(swapper.swap(frame, [createFace(1, 10), createFace(2, 20)])).toBe(0.5);
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
      observer: {
        before: () => undefined,
        after: (_frame, shown) => note(seen, `after ${shown}`),
      },
    });
    const shown = swapper.swap(frame, [createFace(1, 10), createFace(2, 10), createFace(3, 10)]);
    expect(shown).toBeInstanceOf(Promise);
    expect(await shown).toBe(1);
    expect(seen).toEqual(['1', 'begin 2', 'end 2', 'begin 3', 'end 3', 'after 1']);
  });

  it('waits for inspections of a frame, before it is changed and before it is passed on', async () => {
    const seen: string[] = [];
    const look = async (what: string): Promise<void> => {
      seen.push(`look ${what}`);
      await Promise.resolve();
      seen.push(`${what} seen`);
    };
    const swapper = createFrameSwapper([{ swap: () => (seen.push('swap'), 0.5) }], {
      observer: { before: () => look('before'), after: () => look('after') },
    });
    expect(await swapper.swap(frame, [createFace(1, 10)])).toBe(0.5);
    expect(seen).toEqual(['look before', 'before seen', 'swap', 'look after', 'after seen']);
  });

  it('waits until the chosen person is found, and reports their position', async () => {
    const swapped: number[] = [];
    const [left, right] = [createFace(1, 10), createFace(2, 30)];
    const swapper = createFrameSwapper([{ swap: (_picture, { id }) => (swapped.push(id), 1) }], {
      people: [{ find: (_frame, faces) => Promise.resolve(faces[1] ?? null) }],
    });
    expect(await swapper.swap(frame, [left, right])).toBe(1);
    expect(await swapper.swap(frame, [left])).toBe(0);
    expect(swapped).toEqual([2]);
    expect(swapper.ranks()).toEqual([{ fromLeft: 2, count: 2 }]);
  });

  it('puts each face on the person at its place, and one face on no two', async () => {
    const swapped: string[] = [];
    const observed: number[] = [];
    const [left, right] = [createFace(1, 10), createFace(2, 30)];
    const draw = (name: string) => ({
      swap: (_picture: I420Frame, { id }: TrackedFace) => (swapped.push(`${name} on ${id}`), 1),
    });
    const at = (place: number): ChosenPerson => ({
      find: (_frame, faces) => faces[Math.min(place, faces.length - 1)] ?? null,
    });
    const swapper = createFrameSwapper([draw('a'), draw('b')], {
      people: [at(1), at(0)],
      observer: {
        before: (_frame, { id }) => void observed.push(id),
        after: () => undefined,
      },
    });
    await swapper.swap(frame, [left, right]);
    await swapper.swap(frame, [left]);
    expect(swapped).toEqual(['a on 2', 'b on 1', 'a on 1']);
    expect(observed).toEqual([2, 1]);
    expect(swapper.ranks()).toEqual([
      { fromLeft: 2, count: 2 },
      { fromLeft: 1, count: 2 },
    ]);
  });

  it('passes on why a face could not be swapped', async () => {
    const swapper = createFrameSwapper([{ swap: () => Promise.reject(new Error('no')) }], {});
    await expect(swapper.swap(frame, [createFace(1, 10)])).rejects.toThrow('no');
  });
});
