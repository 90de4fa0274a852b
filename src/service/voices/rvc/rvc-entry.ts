/** A process for one task about a voice of RVC: takes it over the channel of its parent, answers, is ended. */
import '../../../engine/models/no-telemetry.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { AppError, toWireError } from '../../../base/errors.ts';
import { createSessionPool } from '../../../engine/models/pool/session-pool.ts';
import type { RvcFiles } from '../../../engine/packs/voice-files/rvc-files.ts';
import { sampleSentences, sampleSpeakers } from '../../../engine/voice/changer/sample-speech.ts';
import { convertFile } from '../../../engine/voice/neural/rvc/convert-file.ts';
import { measureRvc } from '../../../engine/voice/neural/rvc/measure-rvc.ts';
import { openRvcVoice, type RvcVoice } from '../../../engine/voice/neural/rvc/rvc-voice.ts';
import { requireVoice } from '../../../engine/voice/choose-voice.ts';
import { renderSpeech } from '../../../engine/voice/render-speech.ts';
import { openSpeaker } from '../../../engine/voice/speak/speaker.ts';
import type { MeasuredRvc, RvcAnswer, RvcTask } from './rvc-messages.ts';
import { openParentChannel } from '../../sandbox/parent-channel.ts';

const { send } = openParentChannel<RvcAnswer, RvcTask>((task) => {
  void answer(task).then(send);
});

async function answer(task: RvcTask): Promise<RvcAnswer> {
  try {
    if (task.type === 'sample') {
      await makeSample(task.files, task.path);
      return { type: 'sampled' };
    }
    const hash = await hashSet(task.files);
    const measured = task.known.includes(hash) ? null : await measure(task.files);
    return { type: 'measured', hash, measured };
  } catch (error) {
    return { type: 'failed', error: toWireError(error) };
  }
}

/** What cannot run is an answer as well: it need not be tried again. */
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
