import { AppError } from '../../../../base/errors.ts';
import type { SessionPool } from '../../../models/pool/session-pool.ts';
import type { FastestOptions } from '../../../packs/run/open-on-fastest.ts';
import type { RvcFiles } from '../../../packs/voice-files/rvc-files.ts';
import { resample } from '../../changer/resample.ts';
import { BlockConverter, type BlockPlan, type StreamWindow } from './block-converter.ts';
import { FRAME, FRAMES_PER_SECOND, MARGIN } from './frames.ts';
import { openContentEncoder } from './content-encoder.ts';
import { openGenerator } from './generator.ts';
import { openPitchEstimator } from './open-pitch-estimator.ts';

/** Settings of a conversion. */
export interface RvcSettings {
  /** Pitch shift in semitones; 0 by default. */
  readonly transpose?: number | undefined;
}

/** Loaded RVC voice. */
export interface RvcVoice {
  /** Output rate of the network. */
  readonly rateHz: number;
  /** Execution providers of the networks. */
  readonly providers: readonly string[];
  /**
   * Opens a converter for one stream at 16 kHz. The output has the given rate, or the network's. Throws
   * `processing_failed` when the network takes too few frames for the plan.
   */
  openStream(plan: BlockPlan, settings?: RvcSettings, rateHz?: number): BlockConverter;
}

/** Plan for recordings: the context costs an eighth of a block. */
export const filePlan: BlockPlan = {
  pastFrames: 100,
  blockFrames: 800,
  fadeFrames: 4,
  aheadFrames: 20,
};

/** Plan for live speech: the context costs more than the block itself. */
export const livePlan: BlockPlan = {
  pastFrames: 40,
  blockFrames: 24,
  fadeFrames: 4,
  aheadFrames: 4,
};

/** Minimum block length for which a fixed window is worthwhile. */
const FEWEST_FRAMES = 16;

/** Loads a set of files into a pool. Throws `processing_failed` with the file that cannot run. */
export async function openRvcVoice(
  pool: SessionPool,
  files: RvcFiles,
  options: FastestOptions,
): Promise<RvcVoice> {
  const generator = await openGenerator(pool, files, options);
  const encoder = await openContentEncoder(pool, files, options);
  const estimator = await openPitchEstimator(pool, files, options);

  async function convert(
    { sound, frames, firstFrame }: StreamWindow,
    { transpose = 0 }: RvcSettings,
  ): Promise<Float32Array<ArrayBuffer>> {
    const pitch = await estimator.estimate(sound.slice(MARGIN, MARGIN + frames * FRAME));
    const factor = 2 ** (transpose / 12);
    const content = await encoder.encode(sound);
    return generator.generate({
      content,
      pitch: pitch.map((hertz) => hertz * factor),
      firstFrame,
    });
  }

  return {
    rateHz: generator.rateHz,
    providers: [...new Set([generator.provider, encoder.provider])],
    openStream(plan, settings = {}, rateHz = generator.rateHz) {
      return new BlockConverter({
        plan: fitPlan(plan, generator.onlyFrames),
        rateHz,
        isFixed: generator.onlyFrames !== null,
        convert: async (window) =>
          toRate(await convert(window, settings), window, [generator.rateHz, rateHz]),
      });
    },
  };
}

/** Fits a plan to a network with a fixed number of frames. */
function fitPlan(plan: BlockPlan, onlyFrames: number | null): BlockPlan {
  if (onlyFrames === null) {
    return plan;
  }
  const pastFrames = Math.min(plan.pastFrames, 2 * Math.floor(onlyFrames / 6));
  const blockFrames = onlyFrames - pastFrames - plan.fadeFrames - plan.aheadFrames;
  if (blockFrames < FEWEST_FRAMES) {
    throw new AppError(
      'processing_failed',
      `The voice takes ${onlyFrames} frames of 10 ms at once, which is too little.`,
    );
  }
  return { ...plan, pastFrames, blockFrames };
}

/** Resamples a converted window; its unused part stays silent, which saves half of the work. */
function toRate(
  made: Float32Array<ArrayBuffer>,
  { frames, unusedFrames }: StreamWindow,
  [fromHz, toHz]: readonly [number, number],
): Float32Array<ArrayBuffer> {
  if (fromHz === toHz) {
    return made;
  }
  const output = new Float32Array((frames * toHz) / FRAMES_PER_SECOND);
  const used = made.subarray((unusedFrames * fromHz) / FRAMES_PER_SECOND);
  output.set(resample(used, fromHz, toHz), (unusedFrames * toHz) / FRAMES_PER_SECOND);
  return output;
}
