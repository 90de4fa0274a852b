import { join } from 'node:path';
import { findVoice } from '../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../src/engine/voice/speak/speaker.ts';
import type { MonoSound } from '../../src/engine/talk/speech/loudness.ts';
import { readMonoSound } from '../../src/engine/talk/speech/mono-sound.ts';
import type { VisemeSpan } from '../../src/engine/voice/visemes/find-visemes.ts';
import { transcodeBare } from './bare-transcode.ts';
import { type Metric, toMetric } from './harness.ts';

/** Speech that mouths are measured with. */
export interface SpokenTest {
  readonly path: string;
  readonly sound: MonoSound;
  readonly visemes: readonly VisemeSpan[];
  readonly durationUs: number;
}

const line =
  'Peter bought a big blue bowl from my mum. Perhaps Bob may keep it.\n\n' +
  'We found five very old maps above the pub.\n\n';

const otherLine =
  'My brother Bob may buy five maps of the park. Vivian moved the fourth lamp.\n\n' +
  'Please put them above my bed.';

/** Speaks a text with many closed lips, repeated the given number of times, into a file of a folder. */
export function speakTest(folder: string, times: number): Promise<SpokenTest> {
  return speakInto(join(folder, `speech-${times}.wav`), line.repeat(times).trim());
}

/** The same with other words. */
export function speakOther(folder: string): Promise<SpokenTest> {
  return speakInto(join(folder, 'other.wav'), otherLine);
}

async function speakInto(path: string, script: string): Promise<SpokenTest> {
  const voice = findVoice('en-rowan');
  if (voice === null) {
    throw new Error('There is no voice en-rowan.');
  }
  const speaker = openSpeaker();
  try {
    const { phones, durationUs } = await renderSpeech(speaker, {
      script,
      voice,
      path,
      format: 'wav',
    });
    const sound = await readMonoSound(path, { maxSec: 600 });
    return { path, sound, visemes: phones, durationUs };
  } finally {
    await speaker.close();
  }
}

/** Measures the cost of a job per frame beyond decoding its result and encoding it again. */
export async function compareWithPlain(
  name: string,
  path: string,
  msAFrame: number,
): Promise<Metric> {
  const startedAtMs = performance.now();
  const frames = await transcodeBare(path, `${path}.plain.mp4`);
  const reference = (performance.now() - startedAtMs) / frames;
  return toMetric({ name, value: msAFrame, unit: 'ms a frame', reference });
}
