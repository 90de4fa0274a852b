import { describe, expect, it } from 'vitest';
import type { LibraryMouth } from '../library/lower-face.ts';
import { readMouthBasis } from '../mouth/mouth-basis.ts';
import { toMouthRest } from '../mouth/mouth-rest.ts';
import type { MouthFrame } from '../speech/mouth-track.ts';
import { createHeadPose } from '../../track/head-pose.ts';
import type { ClipSpeaker } from './choose-speaker.ts';
import { planLips } from './lip-plan.ts';
import type { SceneMouths } from './scene-mouths.ts';
import type { ClipFace } from './tracked-clip.ts';

const own = { rest: toMouthRest(new Float32Array(468 * 3)), basis: readMouthBasis() };
const face: ClipFace = {
  id: 1,
  landmarks: new Float32Array(468 * 3),
  pose: createHeadPose(),
  box: { left: 0, top: 0, width: 100, height: 100 },
  signature: new Float32Array(3),
  isCovered: false,
};

function toScene(opens: readonly number[], firstIndex = 0): SceneMouths {
  const library = opens.map((open, at): LibraryMouth => ({
    index: firstIndex + at * 20,
    mouth: { open, wide: 0, jaw: 0, lift: 0 },
    parted: open,
    speed: 0,
    yaw: 0,
    pitch: 0,
    skew: 0,
  }));
  return { own, strength: 1, widening: 0, library };
}

const want = (open: number, wide = 0): MouthFrame => ({
  viseme: 'aa',
  mouth: { open, wide, jaw: 0, lift: 0 },
  tongue: 0,
  loudness: 1,
  isClosed: open === 0,
});

/** Plans a clip whose frames belong to these scenes, with this visibility of each mouth. */
function plan(
  scenes: readonly (SceneMouths | null)[],
  frames: readonly {
    readonly scene: number;
    readonly visible?: number;
    readonly open: number;
    readonly wide?: number;
  }[],
) {
  const faces = frames.map(() => face);
  const speaker: ClipSpeaker = { faces, shapes: [], people: 1, reason: 'only_person' };
  return planLips(
    frames.map(({ scene }) => ({ timestampUs: 0, durationUs: 1, scene, faces: [face] })),
    frames.map((_, source) => ({ source, timestampUs: source, durationUs: 1 })),
    {
      speaker,
      prepared: {
        scenes,
        visibility: Float32Array.from(frames, ({ visible = 1 }) => visible),
      },
      track: frames.map(({ open, wide }) => want(open, wide)),
      pause: () => Promise.resolve(),
    },
  );
}

describe('the task for the mouth of each frame', () => {
  it('is a mix of mouths beside each other, of which the chosen one counts most', async () => {
    const tasks = await plan(
      [toScene([0.1, 0.3])],
      [0.1, 0.1, 0.1, 0.3, 0.3, 0.3].map((open) => ({ scene: 0, open })),
    );
    expect(tasks[2]?.shown).toEqual([
      { index: 0, weight: 0.78, seal: 0 },
      { index: 20, weight: 0.22, seal: 0 },
    ]);
    for (const task of tasks) {
      expect(task?.shown.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1);
    }
  });

  it('shows no open mouth between closed lips, and presses them', async () => {
    const tasks = await plan(
      [toScene([0, 0.3])],
      [0.3, 0.3, 0.3, 0, 0.3, 0.3, 0.3].map((open) => ({ scene: 0, open })),
    );
    const closed = tasks.filter((task) => task?.isClosed === true);
    expect(closed).toHaveLength(1);
    expect(closed[0]?.shown).toEqual([{ index: 0, weight: 1, seal: 0.5 }]);
  });

  it('seals lips that are to meet where the clip shows them parted alone', async () => {
    const tasks = await plan(
      [toScene([0.2, 0.3])],
      [0.3, 0, 0.3].map((open) => ({ scene: 0, open })),
    );
    expect(tasks.map((task) => task?.shown.every(({ seal }) => seal === 1))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('comes from the scene of the frame', async () => {
    const tasks = await plan(
      [toScene([0.1]), toScene([0.1], 500)],
      [0, 0, 1, 1].map((scene) => ({ scene, open: 0.1 })),
    );
    expect(tasks.map((task) => task?.shown.map(({ index }) => index))).toEqual([
      [0],
      [0],
      [500],
      [500],
    ]);
  });

  it('is null where the mouth is covered or the scene has no speaker', async () => {
    const tasks = await plan(
      [toScene([0.1]), null],
      [
        { scene: 0, open: 0.1 },
        { scene: 0, open: 0.1, visible: 0 },
        { scene: 0, open: 0.1, visible: 0.5 },
        { scene: 1, open: 0.1 },
      ],
    );
    expect(tasks.map((task) => task?.visible ?? null)).toEqual([1, null, 0.5, null]);
  });

  it('is rounded by people who hardly open theirs as by others', async () => {
    const readMouth = async (strength: number) => {
      const scene = { ...toScene([]), strength };
      const [task] = await plan([scene], [{ scene: 0, open: 0.1, wide: -0.1 }]);
      return task?.mouth;
    };
    const [timid, usual] = [await readMouth(0.5), await readMouth(1)];
    expect(timid?.open).toBeCloseTo(0.05);
    expect(timid?.wide).toBeCloseTo(usual?.wide ?? 0);
    expect(usual?.wide).toBeLessThan(-0.1);
  });

  it.each([
    { widening: 0.2, shown: [0.2] },
    { widening: -0.15, shown: [] },
  ])('is wider or narrower the more it opens, by $widening', async ({ widening, shown }) => {
    const scene = { ...toScene(shown), widening };
    const tasks = await plan(
      [scene],
      [0, 0.1, 0.2].map((open) => ({ scene: 0, open })),
    );
    [0, 0.1, 0.2].forEach((open, at) => {
      expect(tasks[at]?.mouth.wide).toBeCloseTo(open * widening);
    });
  });

  it('is drawn where the scene shows no open mouth', async () => {
    const [task] = await plan([toScene([])], [{ scene: 0, open: 0.1 }]);
    expect(task?.shown).toEqual([]);
  });
});
