import { setImmediate as turn } from 'node:timers/promises';
import { openVideoReader } from '../../io/video/video-reader.ts';
import { computeColour, type I420Frame } from '../../pixels/frame.ts';
import { createSceneWatch } from '../../track/scene-watch.ts';
import { computeMedian } from '../../vision/math.ts';
import type { VideoScene, VideoChange } from './video-change.ts';

/** Samples of luma per frame and direction. */
const SAMPLES = 48;

/** Difference from the median light of a scene, 0..1, that is not visible in what is measured. */
const USUAL_LIGHT = 0.01;

/** Number of frames from which a scene can be told from the flash or the fade that it begins with. */
const MIN_FRAMES = 12;

interface FrameLight {
  readonly timestampUs: number;
  readonly light: number;
}

/**
 * Returns the scenes of a video in order, by the cut detection of the frame editor; the first starts at 0. Decodes the
 * whole video and does nothing else: one to five hundredths of the time of a change.
 */
export async function findScenes({
  inputPath,
  inputMime,
  maxShortSide,
  maxDurationUs,
  signal,
}: Pick<
  VideoChange,
  'inputPath' | 'inputMime' | 'maxShortSide' | 'maxDurationUs' | 'signal'
>): Promise<readonly VideoScene[]> {
  const reading = { mime: inputMime, maxShortSide, maxDurationUs, signal };
  const reader = await openVideoReader(inputPath, reading);
  const watch = createSceneWatch();
  let lights: FrameLight[] = [];
  const scenes = [{ startUs: 0, lights }];
  try {
    for (let frame = await reader.next(); frame !== null; frame = await reader.next()) {
      if (watch.isCut(frame.planes)) {
        lights = [];
        scenes.push({ startUs: frame.timestampUs, lights });
      }
      lights.push({ timestampUs: frame.timestampUs, light: sampleLight(frame.planes) });
      reader.release(frame);
      await turn();
    }
    return scenes.map(({ startUs, lights: all }) => summarise(startUs, all));
  } finally {
    await reader.close();
  }
}

function summarise(startUs: number, lights: readonly FrameLight[]): VideoScene {
  const median = computeMedian(
    lights.map(({ light }) => light),
    0,
  );
  const usual = lights.find(({ light }) => Math.abs(light - median) <= USUAL_LIGHT);
  const anchorUs = lights.length < MIN_FRAMES ? startUs : (usual?.timestampUs ?? startUs);
  return { startUs, light: median, anchorUs };
}

/** Returns the scene that a time lies in. */
export function findSceneAt(scenes: readonly VideoScene[], timeUs: number): VideoScene | undefined {
  return scenes.findLast(({ startUs }) => startUs <= timeUs) ?? scenes[0];
}

function sampleLight(frame: I420Frame): number {
  const { width, height, y: plane, strideY } = frame;
  let sum = 0;
  for (let row = 0; row < SAMPLES; row += 1) {
    const start = Math.floor(((row + 0.5) / SAMPLES) * height) * strideY;
    for (let column = 0; column < SAMPLES; column += 1) {
      sum += plane[start + Math.floor(((column + 0.5) / SAMPLES) * width)] ?? 0;
    }
  }
  const mean = sum / SAMPLES ** 2;
  return computeColour(frame).isFullRange ? mean / 255 : (mean - 16) / 219;
}
