/** Recordings converted to another voice: the calls of the page, through the real service. */
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readUsualMode } from '../../src/client/private-files.ts';
import { builtInChoice } from '../../src/contract/model-packs.ts';
import { findChangerTarget } from '../../src/engine/voice/changer/changer-catalogue.ts';
import { measureVoice } from '../../src/engine/voice/changer/measure-voice.ts';
import { resample } from '../../src/engine/voice/changer/resample.ts';
import { VOICE_RATE_HZ } from '../../src/engine/voice/changer/voice-target.ts';
import type { KnownFile } from '../../src/main/jobs/chosen-files.ts';
import { createMediaGrants } from '../../src/main/page/media-grants.ts';
import { createServiceHost, type ServiceHost } from '../../src/main/service/service-host.ts';
import { Conversions } from '../../src/main/voices/conversions.ts';
import { readSound, type Sound } from '../media/voice/measure-speech.ts';
import { createTinyEncoder, createTinyRvc } from '../media/packs/tiny-rvc.ts';
import { makeVowel, toWav } from '../service/voice-changer/sounds.ts';
import { forkEmbedded } from '../support/forked-peer.ts';
import { type SpokenFiles, speakFiles } from '../support/spoken-wav.ts';

const TIMEOUT_MS = 240_000;

let folder: string;
let spoken: SpokenFiles;
let host: ServiceHost;
let conversions: Conversions;
const fractions: number[] = [];
const grants = createMediaGrants();
const results = (): Promise<string[]> => readdir(join(folder, 'results'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-conversions-'));
  spoken = await speakFiles(['en-clara']);
  const models = join(folder, 'models');
  await mkdir(models);
  await writeFile(join(models, 'anna_lee.onnx'), createTinyRvc());
  await writeFile(join(models, 'vec-768-layer-12.onnx'), createTinyEncoder());
  host = createServiceHost({
    fork: forkEmbedded,
    dataDir: join(folder, 'service'),
    readPacks: () => ({ folder: models, choice: builtInChoice }),
    restartPolicy: () => 'give_up',
    addSecret: () => undefined,
    onState: () => undefined,
    log: () => undefined,
    startTimeoutMs: TIMEOUT_MS,
  });
  await host.readAccess();
  conversions = new Conversions({
    service: host,
    // The id of a file is its path: the tests of jobs cover the choice of files.
    chosen: {
      require: (id): KnownFile => ({ id, path: id, kind: 'audio', sizeBytes: 1, sha256: '' }),
    },
    grants,
    emit: (name, payload) => {
      if (name === 'conversions.progressed' && 'fraction' in payload) {
        fractions.push(payload.fraction);
      }
    },
    onConverted: async () => undefined,
    folder: join(folder, 'results'),
    chooseSavePath: async (name) => join(folder, name),
  });
}, TIMEOUT_MS);

afterAll(async () => {
  await host.stop();
  await spoken.remove();
  await rm(folder, { recursive: true });
});

const fileOf = (url: string): string => grants.find(new URL(url, 'app://guise/').href) ?? '';

const convert = (path: string, voiceId: string, transpose = 0) =>
  conversions.calls['conversions.convert']({ fileId: path, voiceId, transpose });

it(
  'lists every voice of the voice changer, and models too',
  async () => {
    const targets = await conversions.calls['conversions.targets']({});
    expect(targets[0]).toMatchObject({ id: 'deep-narrator', kind: 'built_in' });
    expect(targets.at(-1)).toMatchObject({ id: 'rvc:anna_lee', name: 'Anna lee' });
    expect(targets.at(-1)?.kind).toMatch(/model$/);
  },
  TIMEOUT_MS,
);

function readPitchHz({ samples, sampleRateHz }: Sound): number {
  return measureVoice(Float32Array.from(resample(samples, sampleRateHz, VOICE_RATE_HZ))).pitchHz;
}

it(
  'converts speech to the pitch of the voice at equal length, and saves a copy',
  async () => {
    const path = spoken.paths['en-clara'] ?? '';
    const [target, before] = [findChangerTarget('deep-narrator')?.target, await readSound(path)];
    const wantedHz = target?.pitchHz ?? 0;
    const beforeHz = readPitchHz(before);
    // Otherwise a copy would pass.
    expect(Math.abs(Math.log2(beforeHz / wantedHz))).toBeGreaterThan(0.3);
    const { id, url, durationMs } = await convert(path, 'deep-narrator');
    const made = fileOf(url);
    const after = await readSound(made);
    expect(after.sampleRateHz).toBe(VOICE_RATE_HZ);
    expect(Math.abs(Math.log2(readPitchHz(after) / wantedHz))).toBeLessThan(0.12);
    const beforeMs = (1000 * before.samples.length) / before.sampleRateHz;
    expect(Math.abs(durationMs - beforeMs)).toBeLessThan(50);
    expect(fractions.length).toBeGreaterThan(0);
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other));

    await chmod(made, 0o600); // As created by the app: only exported files are readable by others.
    const saved = await conversions.calls['conversions.save_as']({ id });
    expect(saved.path).toBe(join(folder, 'en-clara, Deep narrator.wav'));
    expect(await readFile(saved.path ?? '')).toEqual(await readFile(made));
    if (process.platform !== 'win32') {
      expect((await stat(saved.path ?? '')).mode & 0o777).toBe(readUsualMode());
    }
  },
  TIMEOUT_MS,
);

it(
  'passes the requested pitch to a model, and keeps only the last result',
  async () => {
    const path = join(folder, 'hum.wav');
    await writeFile(path, toWav(makeVowel(150, 2)));
    const { id, url, durationMs, sampleRateHz } = await convert(path, 'rvc:anna_lee', 12);
    expect([durationMs, sampleRateHz]).toEqual([2000, 40_000]);
    const wav = await readFile(fileOf(url));
    const samples = new Int16Array(Uint8Array.from(wav.subarray(44)).buffer).subarray(8000, -8000);
    // A hum an octave up crosses zero 600 times a second.
    const crossings = samples.filter((value, at) => at > 0 && value < 0 !== samples[at - 1]! < 0);
    expect((crossings.length * 40_000) / samples.length / 600).toBeCloseTo(1, 1);
    expect(await results()).toEqual([`${id}.wav`]);
  },
  TIMEOUT_MS,
);

it(
  'reports the fault of a recording, and leaves nothing behind',
  async () => {
    const write = async (name: string, bytes: Uint8Array): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, bytes);
      return path;
    };
    const refused = (path: string, reason: string) =>
      expect(convert(path, 'deep-narrator'), reason).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(/Take one|Cut it/),
        details: { reason },
      });
    await refused(await write('still.wav', toWav(new Int16Array(48_000))), 'no_speech');
    let seed = 1;
    const noise = Int16Array.from({ length: 48_000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed % 8000) - 4000;
    });
    await refused(await write('noise.wav', toWav(noise)), 'no_speech');
    await refused(await write('short.wav', toWav(makeVowel(150, 0.4))), 'too_short');
    const long = join(folder, 'long.wav');
    const seconds = 3601;
    const file = await open(long, 'w');
    const head = toWav(new Int16Array(0), { rateHz: 8000 });
    head.writeUInt32LE(seconds * 16_000, 40);
    await file.write(head);
    await file.truncate(44 + seconds * 16_000);
    await file.close();
    await refused(long, 'too_long');
    const text = await write('letter.wav', Buffer.from('Dear all, this is no sound.'));
    await expect(convert(text, 'deep-narrator')).rejects.toMatchObject({
      code: 'unsupported_format',
    });
    const speech = spoken.paths['en-clara'] ?? '';
    await expect(convert(speech, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(conversions.calls['conversions.save_as']({ id: 'gone' })).rejects.toMatchObject({
      code: 'not_found',
      details: { reason: 'convert_again' },
    });
    expect(await results()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'ends when it is cancelled, or when another begins',
  async () => {
    const speech = spoken.paths['en-clara'] ?? '';
    const cancelled = expect(convert(speech, 'deep-narrator')).rejects.toMatchObject({
      code: 'cancelled',
    });
    const replaced = expect(convert(speech, 'deep-narrator')).rejects.toMatchObject({
      code: 'cancelled',
    });
    const last = convert(speech, 'deep-narrator');
    await Promise.all([cancelled, replaced]);
    const { id } = await last;
    expect(await results()).toEqual([`${id}.wav`]);
    const stopped = expect(convert(speech, 'deep-narrator')).rejects.toMatchObject({
      code: 'cancelled',
    });
    await conversions.calls['conversions.cancel']({});
    await stopped;
    expect(await results()).toEqual([]);
  },
  TIMEOUT_MS,
);
