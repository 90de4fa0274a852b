/** Frames of clips in the order of a lip sync: forwards, backwards, and standing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVideoReader } from '../../../src/engine/io/video/video-reader.ts';
import { planFrames } from '../../../src/engine/talk/lip-sync/frame-plan.ts';
import { type PlanSource, readPlanned } from '../../../src/engine/talk/lip-sync/read-planned.ts';
import { type ClipVideo, makeClip, readIndex } from '../make-clip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-planned-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function openSource(name: string, video: ClipVideo): Promise<PlanSource> {
  const path = join(folder, name);
  makeClip(path, { container: 'webm', video: { codec: 'libvpx', ...video } });
  const reader = await openVideoReader(path);
  const { size, colour, frameRate, timeBase } = reader;
  const frames = [];
  for await (const frame of reader) {
    const { timestampUs, durationUs } = frame;
    frames.push({ timestampUs, durationUs, scene: 0, faces: [] });
    reader.release(frame);
  }
  const clip = { frames, framesWithFace: 0, size, colour, frameRate, timeBase };
  return { path, clip, options: {} };
}

/** Returns the frames shown for audio of this duration; each frame is overwritten after the check. */
async function listShown(source: PlanSource, soundMs: number) {
  const { frames } = planFrames(source.clip.frames, soundMs * 1000);
  const shown: number[] = [];
  for await (const { planes } of readPlanned(source, frames)) {
    shown.push(readIndex(planes.y, planes.strideY, planes.width));
    planes.y.fill(0);
  }
  return { planned: frames.map(({ source: index }) => index), shown };
}

describe('frames in the order of a plan', () => {
  it(
    'are found when many earlier frames have durations beyond their time',
    { timeout: 20_000 },
    async () => {
      const source = await openSource('long.webm', {
        frames: 60,
        statedRate: [1, 4],
      });
      expect(source.clip.frames[0]?.durationUs).toBe(4_000_000);
      const { planned, shown } = await listShown(source, 8000);
      expect(planned.length).toBeGreaterThan(60);
      expect(shown).toEqual(planned);
    },
  );

  it('repeat a single frame', async () => {
    const source = await openSource('still.webm', { times: [0] });
    const { planned, shown } = await listShown(source, 300);
    expect(planned.length).toBeGreaterThan(2);
    expect(shown).toEqual(planned);
  });
});
