import { AppError } from '../../../../base/errors.ts';
import type { PoolTensor, ProviderName } from '../../../models/pool/messages.ts';
import type { PooledSession, SessionPool } from '../../../models/pool/session-pool.ts';
import { type FastestOptions, openOnFastest } from '../../../packs/run/open-on-fastest.ts';
import { toFloats } from '../../../packs/run/tensors.ts';
import { NOISE_CHANNELS } from '../../../packs/recognise/voices/rvc-signature.ts';
import type { RvcFiles } from '../../../packs/voice-files/rvc-files.ts';
import { createIntegerTensor } from '../speech-session.ts';
import { toCoarsePitch } from './coarse-pitch.ts';
import type { Content } from './content-encoder.ts';
import { createFloatTensor } from './float-tensor.ts';
import { TRIED_FRAMES } from './frames.ts';
import { createGaussianNoise } from './noise.ts';

/** Inputs of a generator. */
export interface Utterance {
  readonly content: Content;
  /** Pitch in Hz per frame. */
  readonly pitch: Float32Array;
  /** Position of the first frame in its stream. */
  readonly firstFrame: number;
}

/** Synthesises speech from content and pitch. */
export interface Generator {
  readonly provider: ProviderName;
  readonly rateHz: number;
  /** Fixed number of frames per run; null for any number. */
  readonly onlyFrames: number | null;
  generate(utterance: Utterance): Promise<Float32Array<ArrayBuffer>>;
}

/** Number of frames of fixed-length exports that do not state it. */
const USUAL_FRAMES = 200;
/** Voice models are trained on one speaker, although their shape allows many. */
const FIRST_SPEAKER = 0;
const rates = { min: 8000, max: 96_000 };

/**
 * Opens the generator of a set and determines its sample rate and whether it takes any length: exports differ in that
 * and do not state it. Throws `processing_failed` when it does not run or gives no audio.
 */
export async function openGenerator(
  pool: SessionPool,
  { generator }: RvcFiles,
  options: FastestOptions,
): Promise<Generator> {
  const { ports, name, path } = generator;
  const feed = ({ content, pitch, firstFrame }: Utterance): Record<string, PoolTensor> => {
    const { frames, values } = content;
    return {
      [ports.features.name]: createFloatTensor(ports.features, values, [
        1,
        frames,
        ports.features.size,
      ]),
      [ports.length]: createIntegerTensor([frames], true),
      ...(ports.pitch === null
        ? {}
        : {
            [ports.pitch.coarse]: createIntegerTensor(Array.from(pitch, toCoarsePitch)),
            [ports.pitch.hertz.name]: createFloatTensor(
              ports.pitch.hertz,
              Float32Array.from(pitch),
              [1, frames],
            ),
          }),
      ...(ports.speaker === null
        ? {}
        : { [ports.speaker]: createIntegerTensor([FIRST_SPEAKER], true) }),
      ...(ports.noise === null
        ? {}
        : {
            [ports.noise.name]: createFloatTensor(
              ports.noise,
              createGaussianNoise(NOISE_CHANNELS, frames, firstFrame),
              [1, NOISE_CHANNELS, frames],
            ),
          }),
    };
  };
  const hum = (frames: number): Utterance => ({
    content: { frames, values: new Float32Array(frames * ports.features.size).fill(0.1) },
    pitch: new Float32Array(frames).fill(150),
    firstFrame: 0,
  });
  const source = { name, path, threads: options.threads, outputs: [ports.output] };
  const open = async (frames: number): Promise<PooledSession> =>
    (await openOnFastest(pool, source, () => feed(hum(frames)), options)).session;
  const soundOf = (tensor: PoolTensor | undefined): Float32Array<ArrayBuffer> =>
    toFloats(tensor, tensor?.values.length ?? 0, name);
  const { session, onlyFrames } = await openAnyLength(open, async (opened, frames) => {
    await opened.run(feed(hum(frames)));
  });
  const tried = onlyFrames ?? TRIED_FRAMES;
  const sound = soundOf((await session.run(feed(hum(tried))))[ports.output]);
  const rateHz = (sound.length * 100) / tried;
  if (!Number.isInteger(rateHz / 100) || rateHz < rates.min || rateHz > rates.max) {
    throw new AppError(
      'processing_failed',
      `${name} gives ${sound.length} samples for ${tried} frames, which is no rate of sound.`,
    );
  }
  return {
    provider: session.provider,
    rateHz,
    onlyFrames,
    async generate(utterance) {
      const samples = soundOf((await session.run(feed(utterance)))[ports.output]);
      const due = (utterance.content.frames * rateHz) / 100;
      if (samples.length !== due || samples.some((sample) => !Number.isFinite(sample))) {
        throw new AppError(
          'processing_failed',
          `${name} gave ${samples.length} samples or numbers that are none; ${due} were due.`,
        );
      }
      return samples;
    },
  };
}

/** Opens a session and tries a second length: exports traced without dynamic axes accept only one. */
async function openAnyLength(
  open: (frames: number) => Promise<PooledSession>,
  run: (session: PooledSession, frames: number) => Promise<void>,
): Promise<{ readonly session: PooledSession; readonly onlyFrames: number | null }> {
  let session: PooledSession;
  try {
    session = await open(TRIED_FRAMES);
  } catch {
    // If this fails too, its error is reported.
    return { session: await open(USUAL_FRAMES), onlyFrames: USUAL_FRAMES };
  }
  try {
    await run(session, TRIED_FRAMES + 36);
    return { session, onlyFrames: null };
  } catch {
    return { session, onlyFrames: TRIED_FRAMES };
  }
}
