/** A process for one task about a voice of RVC: takes it over the channel of its parent, answers, is ended. */
import '../../../engine/models/no-telemetry.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../base/errors.ts';
import { createSessionPool } from '../../../engine/models/pool/session-pool.ts';
import type { RvcFiles } from '../../../engine/packs/voice-files/rvc-files.ts';
import { sampleSentences, sampleSpeakers } from '../../../engine/voice/changer/sample-speech.ts';
import { convertFile } from '../../../engine/voice/neural/rvc/convert-file.ts';
import { measureRvc } from '../../../engine/voice/neural/rvc/measure-rvc.ts';
import { openRvcVoice, type RvcVoice } from '../../../engine/voice/neural/rvc/rvc-voice.ts';
import { requireVoice } from '../../../engine/voice/choose-voice.ts';
import { renderSpeech } from '../../../engine/voice/render-speech.ts';
import { openSpeaker } from '../../../engine/voice/speak/speaker.ts';
import type { HashedSet, MeasuredRvc } from './rvc-messages.ts';
import { serveProcess } from '../../sandbox/serve-process.ts';

/** A set to measure. */
interface RvcMeasuring {
  readonly files: RvcFiles;
  /** Hashes of sets that were measured before: those are not measured again. */
  readonly known: readonly string[];
}

/** A sample to make. */
interface RvcSample {
  readonly files: RvcFiles;
  /** Path of the WAV file that is written. */
  readonly path: string;
}

const methods = {
  async measure({ files, known }: RvcMeasuring): Promise<HashedSet> {
    const hash = await hashSet(files);
    return { hash, measured: known.includes(hash) ? null : await measure(files) };
  },
  sample: ({ files, path }: RvcSample) => makeSample(files, path),
};

/** Methods of the process: one call per process. */
export type RvcMethods = typeof methods;

serveProcess(methods);

/** Measures a model. A failure to run is a result as well, so that it is not retried. */
async function measure(files: RvcFiles): Promise<MeasuredRvc> {
  try {
    const { providers, ...speed } = await measureRvc(await open(files));
    return { speed: { ...speed, providers: [...providers] } };
  } catch (error) {
    if (error instanceof AppError) {
      return { failure: error.message };
    }
    throw error;
  }
}

function open(files: RvcFiles): Promise<RvcVoice> {
  const pool = createSessionPool({ threads: 1 });
  return openRvcVoice(pool, files, { threads: availableParallelism() });
}

/** The same as long as no file of the set and no processor is another. */
async function hashSet({ generator, encoder, estimator }: RvcFiles): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [generator, encoder, estimator]) {
    if (file !== null) {
      await pipeline(createReadStream(file.path), hash, { end: false });
    }
  }
  const [processor] = cpus();
  hash.update(`${processor?.model ?? ''} ${availableParallelism()}`);
  return hash.digest('hex');
}

async function makeSample(files: RvcFiles, path: string): Promise<void> {
  const speaker = openSpeaker();
  const spoken = `${path}.spoken.wav`;
  try {
    const voice = requireVoice(sampleSpeakers.low, undefined);
    await renderSpeech(speaker, {
      script: sampleSentences.join(' '),
      voice,
      path: spoken,
      format: 'wav',
    });
    await convertFile(await open(files), { path: spoken, outputPath: path, format: 'wav' });
  } finally {
    await speaker.close();
  }
}
