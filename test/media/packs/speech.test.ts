import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/base/errors.ts';
import { listPacks } from '../../../src/engine/packs/pack-registry.ts';
import { UNKNOWN_LICENCE } from '../../../src/engine/packs/recognise/families.ts';
import { readNpy } from '../../../src/engine/packs/voice-files/npy.ts';
import { listZip, readZipEntry } from '../../../src/engine/packs/voice-files/zip-file.ts';
import { SPEECH_RATE_HZ } from '../../../src/engine/voice/bandwidth/band-levels.ts';
import { chooseVoice, requireVoice } from '../../../src/engine/voice/choose-voice.ts';
import { listNeuralVoices } from '../../../src/engine/voice/neural/pack-voices.ts';
import { openSpeaker } from '../../../src/engine/voice/speak/speaker.ts';
import { ProtobufWriter } from '../../../tools/models/protobuf/protobuf-writer.ts';
import { createRandom } from '../../support/random.ts';
import {
  KOKORO_RATE_HZ,
  toNpy,
  PIPER_HZ,
  PIPER_RATE_HZ,
  piperConfig,
  STYLE_STEP_HZ,
  styleTable,
  createTinyKokoro,
  createTinyPiper,
  TOKEN_SAMPLES,
  toZip,
} from './tiny-voices.ts';

const folders: string[] = [];
const speaker = openSpeaker();
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-voices-'));
  folders.push(folder);
});

afterAll(async () => {
  await speaker.close();
  await Promise.all(folders.map((path) => rm(path, { recursive: true, force: true })));
});

async function put(name: string, bytes: Uint8Array | string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

async function packVoices() {
  return (await listNeuralVoices(folder)).filter(({ model }) => model !== undefined);
}

/** The pitch of a hum, by how often it crosses zero. */
function toHertz(samples: Float32Array, sampleRateHz: number): number {
  let crossings = 0;
  for (let index = 1; index < samples.length; index += 1) {
    crossings += samples[index - 1]! < 0 !== samples[index]! < 0 ? 1 : 0;
  }
  return (crossings * sampleRateHz) / 2 / samples.length;
}

describe('a model of Piper', () => {
  it('is a voice with a name, a language, a mark and a licence', async () => {
    await put('german/de_DE-thorsten-medium.onnx', createTinyPiper());
    await put('german/de_DE-thorsten-medium.onnx.json', piperConfig());
    await put('german/MODEL_CARD', '# Model card\n\n* Language: de\n* License: CC0\n');
    const { packs } = await listPacks(folder);
    expect(packs).toMatchObject([{ kind: 'speaker', label: 'Piper', isUsable: true, note: null }]);
    expect(packs[0]?.licence).toEqual({ text: 'CC0 (says MODEL_CARD)', use: 'open' });
    expect(await packVoices()).toMatchObject([
      {
        id: 'piper:german/de_DE-thorsten-medium',
        label: 'Thorsten, Piper medium',
        tag: 'de',
        language: 'German',
        register: null,
        quality: 'good',
        licence: 'CC0 (says MODEL_CARD)',
        engine: 'piper',
      },
    ]);
  });

  it('speaks for the length of its phonemes, at the pace of the voice, with a time for every phoneme', async () => {
    await put('voice.onnx', createTinyPiper());
    await put('voice.onnx.json', piperConfig());
    const [voice] = await packVoices();
    const said = await speaker.speak('Guten Morgen, Welt.', voice!);
    const slow = await speaker.speak('Guten Morgen, Welt.', { ...voice!, pace: 0.5 });
    expect(said.sampleRateHz).toBe(SPEECH_RATE_HZ);
    const tokenSamples = (TOKEN_SAMPLES * SPEECH_RATE_HZ) / PIPER_RATE_HZ;
    // ^_ and $, and each letter of "ɡˈuːtən mˈɔɾɡən, vˈɛlt." with a mark behind it.
    const tokens = 3 + 2 * Array.from('ɡˈuːtən mˈɔɾɡən, vˈɛlt.').length;
    expect(said.samples.length).toBeGreaterThan(0.97 * tokens * tokenSamples);
    expect(said.samples.length).toBeLessThanOrEqual(tokens * tokenSamples);
    expect(slow.samples.length / said.samples.length).toBeCloseTo(2, 1);
    expect(toHertz(said.samples, said.sampleRateHz)).toBeCloseTo(PIPER_HZ, -1);
    const { phones } = said;
    expect(phones[0]?.startMs).toBe(0);
    expect(phones.at(-1)?.endMs).toBeCloseTo((said.samples.length * 1000) / SPEECH_RATE_HZ, 3);
    for (const [index, phone] of phones.slice(1).entries()) {
      expect(phone.startMs).toBeCloseTo(phones[index]!.endMs, 6);
    }
    expect(phones.map(({ symbol }) => symbol).join('')).toBe('ɡˈuːtənmˈɔɾɡənvˈɛlt');
  });

  it('has a voice for each of its speakers', async () => {
    await put('en_GB-duo-low.onnx', createTinyPiper({ hasSpeakers: true }));
    const changes = {
      audio: { sample_rate: PIPER_RATE_HZ, quality: 'low' },
      espeak: { voice: 'en-gb' },
      language: { code: 'en_GB' },
      dataset: 'duo',
      num_speakers: 2,
      speaker_id_map: { two: 1, one: 0 },
    };
    await put('en_GB-duo-low.onnx.json', piperConfig(changes));
    const voices = await packVoices();
    expect(voices.map(({ id, label }) => [id, label])).toEqual([
      ['piper:en_GB-duo-low:one', 'Duo one, Piper low'],
      ['piper:en_GB-duo-low:two', 'Duo two, Piper low'],
    ]);
    expect(voices[1]).toMatchObject({ tag: 'en-GB', quality: 'fair' });
    for (const [index, voice] of voices.entries()) {
      const said = await speaker.speak('Good morning.', voice);
      expect(toHertz(said.samples, said.sampleRateHz)).toBeCloseTo(PIPER_HZ * (index + 1), -1);
    }
  });

  it.each([
    ['CC BY-NC-SA 4.0', 'non_commercial'],
    ['https://creativecommons.org/licenses/by/4.0/', 'unknown'],
    ['Public domain in the USA', 'open'],
    ['GPL-3.0', 'open'],
  ])('has the terms of use of its card: %s', async (licence, use) => {
    await put('a/a.onnx', createTinyPiper());
    await put('a/MODEL_CARD', `## Voice\n\n* URL: x\n* License: ${licence}\n`);
    expect((await listPacks(folder)).packs[0]?.licence.use).toBe(use);
    // A card beside two models is ambiguous.
    await put('a/b.onnx', createTinyPiper());
    const { packs } = await listPacks(folder);
    expect(packs.map((pack) => pack.licence.text)).toEqual(packs.map(() => UNKNOWN_LICENCE.text));
  });

  it('is recognised without its second file, and names it as missing', async () => {
    await put('alone.onnx', createTinyPiper());
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ kind: 'speaker', label: 'Piper', isUsable: false });
    expect(packs[0]?.note).toMatch(/^Its second file is missing: put alone\.onnx\.json /);
    expect(await packVoices()).toEqual([]);
    await put('alone.onnx.json', piperConfig());
    expect(await packVoices()).toHaveLength(1);
  });

  it.each([
    ['no JSON', '{"audio":', /alone\.onnx\.json is no JSON/],
    ['without a rate', piperConfig({ audio: {} }), /audio\.sample_rate/],
    ['without marks', piperConfig({ phoneme_id_map: { a: [1] } }), /no number for \^ and _ and \$/],
    ['for pinyin', piperConfig({ phoneme_type: 'pinyin' }), /reads pinyin/],
    ['of 5 MB', 'x'.repeat(5_000_000), /too large/],
  ])('is refused with a second file that is %s', async (_, config, note) => {
    await put('alone.onnx', createTinyPiper());
    await put('alone.onnx.json', config);
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ kind: 'speaker', isUsable: false });
    expect(packs[0]?.note).toMatch(note);
  });

  it('is refused with an unknown input', async () => {
    await put('more.onnx', createTinyPiper({ extra: 'emotion' }));
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ kind: 'speaker', isUsable: false });
    expect(packs[0]?.note).toContain('emotion [1, 7]');
  });
});

describe('a model of Kokoro', () => {
  const archive = (isDeflated = false): Buffer =>
    toZip(
      {
        'af_heart.npy': toNpy(styleTable(510, 200)),
        'bm_george.npy': toNpy(styleTable(510, 100)),
        'jf_alpha.npy': toNpy(styleTable(510, 100)),
      },
      isDeflated,
    );

  it.each([
    ['an archive of NumPy', 'voices-v1.0.bin', false],
    ['a deflated archive', 'voices.npz', true],
  ])('has the voices of %s beside it', async (_, name, isDeflated) => {
    await put('kokoro-v1.0.onnx', createTinyKokoro());
    await put(name, archive(isDeflated));
    const { packs } = await listPacks(folder);
    expect(packs).toMatchObject([
      {
        kind: 'speaker',
        label: 'Kokoro',
        isUsable: true,
        licence: { text: 'Apache-2.0', use: 'open' },
        note: '1 of its 3 voices are left out: Guise cannot read Japanese and Chinese for them.',
      },
    ]);
    const voices = await packVoices();
    expect(voices).toMatchObject([
      { id: 'kokoro:kokoro-v1.0:af_heart', label: 'Heart, Kokoro', tag: 'en-US', register: 'high' },
      { id: 'kokoro:kokoro-v1.0:bm_george', tag: 'en-GB', register: 'low', licence: 'Apache-2.0' },
    ]);
    const said = await speaker.speak('Good morning.', voices[1]!);
    // The row of as many letters as there are: "ɡˈʊd mˈɔːnɪŋ." has 13.
    expect(toHertz(said.samples, said.sampleRateHz)).toBeCloseTo(100 + 13 * STYLE_STEP_HZ, -1);
    expect(said.samples.length).toBeLessThanOrEqual(15 * TOKEN_SAMPLES);
  });

  it('has the voices of a folder of tables, as in its repository', async () => {
    await put('Kokoro-82M/onnx/model_quantized.onnx', createTinyKokoro({ hasDurations: true }));
    await put('Kokoro-82M/voices/af_bella.bin', styleTable(510, 200));
    await put('Kokoro-82M/voices/if_sara.bin', styleTable(510, 300));
    await put('Kokoro-82M/voices/notes.bin', 'nothing');
    const ids = Object.fromEntries(Array.from('həlˈO.', (letter, index) => [letter, index + 1]));
    await put('Kokoro-82M/tokenizer.json', JSON.stringify({ model: { vocab: ids } }));
    const voices = await packVoices();
    expect(voices.map(({ label, tag }) => [label, tag])).toEqual([
      ['Bella, Kokoro', 'en-US'],
      ['Sara, Kokoro', 'it'],
    ]);
    const said = await speaker.speak('Hello.', voices[0]!);
    // The network sets the duration of every letter: one eighth. The period and the padding are pauses.
    expect(said.phones.map(({ symbol }) => symbol)).toEqual(['', 'h', 'ə', 'l', 'ˈoʊ', '', '']);
    const [, h, , , o] = said.phones;
    const token = (TOKEN_SAMPLES * 1000) / KOKORO_RATE_HZ;
    expect(h!.endMs - h!.startMs).toBeCloseTo(token, 3);
    expect(o!.endMs - o!.startMs).toBeCloseTo(2 * token, 3);
    expect(o).toMatchObject({ viseme: 'oh' });
  });

  it('accepts exports of sherpa-onnx: other names, whole speeds, one file of all voices', async () => {
    const names = { tokens: 'tokens', output: 'audio' };
    await put('kokoro/model.onnx', withMetadata(createTinyKokoro({ names, isSpeedInteger: true })));
    await put('kokoro/voices.bin', Buffer.concat([styleTable(511, 200), styleTable(511, 400)]));
    await put(
      'kokoro/tokens.txt',
      ['$ 0', '  16', 'h 50', 'ə 83', 'l 54', 'ˈ 156', 'o 57', 'ʊ 135', '. 4'].join('\n'),
    );
    const voices = await packVoices();
    expect(voices.map(({ label }) => label)).toEqual(['Af, Kokoro', 'Adam, Kokoro']);
    const said = await speaker.speak('Hello.', voices[1]!);
    // Seven letters, for the networks before version 1 have none for a diphthong.
    expect(toHertz(said.samples, said.sampleRateHz)).toBeCloseTo(400 + 7 * STYLE_STEP_HZ, -1);
    expect(said.samples.length).toBeLessThanOrEqual(9 * TOKEN_SAMPLES);
  });

  it('speaks texts beyond its input length in parts', async () => {
    await put('kokoro.onnx', createTinyKokoro());
    await put('voices/am_adam.bin', styleTable(510, 200));
    const [voice] = await packVoices();
    const words = 'there is another one and '.repeat(30);
    const said = await speaker.speak(`${words}this is the end.`, voice!);
    expect(said.samples.length).toBeGreaterThan(520 * TOKEN_SAMPLES);
    expect(said.phones.at(-1)!.endMs).toBeCloseTo((said.samples.length * 1000) / KOKORO_RATE_HZ, 0);
  });

  it('is recognised without voices, and names what is missing', async () => {
    await put('kokoro.onnx', createTinyKokoro());
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ kind: 'speaker', label: 'Kokoro', isUsable: false });
    expect(packs[0]?.note).toMatch(/^Its voices are missing: put voices-v1\.0\.bin/);
  });

  it.each([
    ['is no archive', Buffer.from('x'.repeat(100)), /voices\.npz has no list of its files/],
    ['was cut off', (): Buffer => archive().subarray(0, 100_000), /no list of its files/],
  ])('is refused with voices whose file %s', async (_, bytes, note) => {
    await put('kokoro.onnx', createTinyKokoro());
    await put('voices.npz', typeof bytes === 'function' ? bytes() : bytes);
    const { packs } = await listPacks(folder);
    expect(packs[0]).toMatchObject({ isUsable: false });
    expect(packs[0]?.note).toMatch(note);
  });

  it.each([
    ['that claims 2 GB', (zip: Buffer, at: number) => zip.writeUInt32LE(2 ** 31, at + 24)],
    ['that lies outside', (zip: Buffer, at: number) => zip.writeUInt32LE(2 ** 31, at + 42)],
    ['that holds other numbers', (zip: Buffer) => zip.write('<i8', zip.indexOf('<f4'))],
  ])('loses a sentence, not the speaker, to a voice %s', async (_, damage) => {
    const zip = toZip({ 'af_heart.npy': toNpy(styleTable(510, 200)) });
    damage(zip, zip.indexOf('PK\u0001\u0002'));
    await put('kokoro.onnx', createTinyKokoro());
    await put('voices.npz', zip);
    const [voice] = await packVoices();
    await expect(speaker.speak('Hello.', voice!)).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('voices.npz'),
    });
  });
});

describe('damaged archives of voices', () => {
  it('are read, or refused with a sentence that names them', async () => {
    const sound = toZip({ 'af_a.npy': toNpy(styleTable(4, 200)) }, true);
    const next = createRandom(20_261_121);
    const random = (below: number): number => Math.floor(next() * below);
    const path = join(folder, 'voices.npz');
    let refused = 0;
    for (let round = 0; round < 400; round += 1) {
      const bytes = Buffer.from(round % 4 === 0 ? sound.subarray(0, random(sound.length)) : sound);
      for (let count = 0; count < 1 + (round % 5) && bytes.length > 0; count += 1) {
        // The list at the end, where the structure is, more often.
        const from = random(2) === 0 ? 0 : Math.max(0, bytes.length - 120);
        bytes[from + random(bytes.length - from)] = [0, 255, random(256)][random(3)]!;
      }
      await writeFile(path, bytes);
      try {
        for (const entry of await listZip(path)) {
          readNpy(await readZipEntry(path, entry), 'voices.npz');
        }
      } catch (error) {
        expect([round, error]).toEqual([round, expect.any(AppError)]);
        expect(String(error)).toContain('voices.npz');
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});

/** Metadata as in exports of sherpa-onnx. */
function withMetadata(model: Uint8Array): Uint8Array {
  const entry = (key: string, value: string): ProtobufWriter =>
    new ProtobufWriter().message(14, new ProtobufWriter().text(1, key).text(2, value));
  return Buffer.concat([
    model,
    entry('sample_rate', String(KOKORO_RATE_HZ)).finish(),
    entry('speaker_names', 'af,am_adam').finish(),
  ]);
}

describe('voices of models among the others', () => {
  it('are found by their id, and speak only their languages', async () => {
    await put('de.onnx', createTinyPiper());
    await put('de.onnx.json', piperConfig());
    const config = { espeak: { voice: 'kk' }, language: { code: 'kk_KZ' }, dataset: 'issai' };
    await put('kk.onnx', createTinyPiper());
    await put('kk.onnx.json', piperConfig(config));
    const voices = await listNeuralVoices(folder);
    expect(requireVoice('piper:de', 'German', voices).label).toBe('Thorsten, Piper medium');
    const german = 'Guten Morgen, heute ist das Wetter wirklich sehr schön.';
    const own = await chooseVoice({ voiceId: 'piper:de', script: german, voices });
    expect(own).toMatchObject({ voice: { id: 'piper:de' }, reason: null });
    const script = 'Good morning, the weather is very nice today.';
    const other = await chooseVoice({ voiceId: 'piper:de', script, voices });
    expect(other.voice.tag).toMatch(/^en-/);
    // A language without any other voice here is not confused with a similar one.
    const kazakh = 'Қайырлы таң, бүгін ауа райы өте жақсы.';
    const only = await chooseVoice({ voiceId: 'piper:kk', script: kazakh, voices });
    expect(only).toMatchObject({ voice: { id: 'piper:kk', tag: 'kk' }, reason: null });
  });
});
