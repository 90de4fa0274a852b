/** Scripts that become files: engines, converter, loudness and coding together. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudio } from '../../../src/engine/io/audio/audio-reader.ts';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { type CatalogueVoice, voiceCatalogue } from '../../../src/engine/voice/catalogue.ts';
import { requireVoice } from '../../../src/engine/voice/choose-voice.ts';
import type { Phone } from '../../../src/engine/voice/engines/engine.ts';
import { openEspeak } from '../../../src/engine/voice/engines/espeak-engine.ts';
import { soundFormats, type SoundFormat } from '../../../src/engine/voice/file/sound-file.ts';
import { LoudnessMeter } from '../../../src/engine/voice/loudness/loudness-meter.ts';
import { renderSpeech } from '../../../src/engine/voice/render-speech.ts';
import { speakScript } from '../../../src/engine/voice/speak/speak-script.ts';
import { openSpeaker, type Speaker } from '../../../src/engine/voice/speak/speaker.ts';
import { measureSpeech, readSound, type Sound } from './measure-speech.ts';
import { plotSpeech } from './plot-speech.ts';

let folder = '';
let speaker: Speaker;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-speech-'));
  speaker = openSpeaker();
});

afterAll(async () => {
  await speaker.close();
  await rm(folder, { recursive: true, force: true });
});

const voiceOf = (id: string): CatalogueVoice => requireVoice(id, undefined);

function render(voiceId: string, script: string, format: SoundFormat = 'wav') {
  const path = join(folder, `${voiceId}.${soundFormats[format].extension}`);
  return renderSpeech(speaker, { script, voice: voiceOf(voiceId), path, format });
}

async function decode(path: string, sampleRateHz: number): Promise<Sound> {
  const blocks: Float32Array[] = [];
  for await (const { channels } of readAudio(path, { sampleRateHz, channels: 1 })) {
    blocks.push(...channels);
  }
  const samples = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return { samples, sampleRateHz };
}

function computeLoudness({ samples, sampleRateHz }: Sound): number {
  const meter = new LoudnessMeter(sampleRateHz);
  meter.add(samples);
  return meter.integrated();
}

function expectGapless(phones: readonly Phone[], endMs: number): void {
  let last = 0;
  for (const { startMs, endMs: end } of phones) {
    expect(Math.abs(startMs - last)).toBeLessThan(0.01);
    expect(end).toBeGreaterThan(startMs);
    last = end;
  }
  expect(Math.abs(last - endMs)).toBeLessThan(2);
}

const script = 'Good morning. Dr. Smith paid $5 on 2026-11-20, and left.';

describe('a script in a file', () => {
  it.each(['wav', 'mp3', 'opus'] as const)('is %s of even loudness, all of it', async (format) => {
    const made = await render('en-angus', script, format);
    const path = join(folder, `en-angus.${soundFormats[format].extension}`);
    const facts = await probeMedia(path);
    expect(facts.video).toBeNull();
    expect(facts.audio?.channels).toBe(1);
    const sound = await decode(path, 16_000);
    expect(Math.abs((sound.samples.length / 16_000) * 1e6 - made.durationUs)).toBeLessThan(120_000);
    expect(Math.abs(computeLoudness(sound) + 16)).toBeLessThan(1);
    expect(measureSpeech(sound).clipped).toBe(0);
    expect(await readdir(folder)).not.toContain(`en-angus.${format}.raw`);
  });

  it('has a mouth for every moment', async () => {
    for (const voice of ['en-clara', 'de-emil']) {
      const { phones, durationUs } = await render(voice, 'Papa. Papa 12!');
      expectGapless(phones, durationUs / 1000);
      expect(phones.filter(({ viseme }) => viseme === 'PP').length).toBeGreaterThanOrEqual(4);
      // Closed lips let little sound out: visible mouths match the audio.
      const { samples, sampleRateHz } = await readSound(join(folder, `${voice}.wav`));
      const powerOf = (viseme: string): number => {
        const parts = phones.filter((phone) => phone.viseme === viseme);
        const sounds = parts.map(({ startMs, endMs }) =>
          samples.subarray((startMs * sampleRateHz) / 1000, (endMs * sampleRateHz) / 1000),
        );
        const sum = sounds.flatMap((sound) => [...sound]).map((sample) => sample * sample);
        return sum.reduce((total, square) => total + square, 0) / sum.length;
      };
      expect(powerOf('aa')).toBeGreaterThan(4 * powerOf('PP'));
    }
  });

  it('sounds as high as its character', async () => {
    const pitchOf = async (voice: string): Promise<number> => {
      await render(voice, 'We were away a year ago.');
      return measureSpeech(await readSound(join(folder, `${voice}.wav`))).pitchHz;
    };
    const clara = await pitchOf('en-clara');
    const rowan = await pitchOf('en-rowan');
    expect((await pitchOf('en-mia')) / clara).toBeCloseTo(1.5, 0.9);
    expect((await pitchOf('en-felix')) / rowan).toBeCloseTo(1.22, 0.9);
    expect((await pitchOf('de-emil')) / (await pitchOf('de-greta'))).toBeCloseTo(1.4, 0.9);
    const names = ['en-rowan', 'en-felix', 'en-clara', 'en-mia', 'de-greta', 'de-emil'];
    const sounds = await Promise.all(names.map((name) => readSound(join(folder, `${name}.wav`))));
    await plotSpeech(join(import.meta.dirname, '..', 'out', 'speech.png'), sounds);
  });

  it('is refused when it has nothing to speak, and leaves nothing', async () => {
    const before = await readdir(folder);
    await expect(render('de-bruno', '😀 … !!!')).rejects.toMatchObject({
      code: 'processing_failed',
      message: expect.stringContaining('script'),
    });
    expect(await readdir(folder)).toEqual(before);
  });

  it('stops at an abort, and leaves nothing', async () => {
    const abort = new AbortController();
    const before = await readdir(folder);
    const rendering = renderSpeech(speaker, {
      script: 'One sentence. '.repeat(50),
      voice: voiceOf('en-karl'),
      path: join(folder, 'stopped.wav'),
      format: 'wav',
      signal: abort.signal,
      onProgress: () => abort.abort(),
    });
    await expect(rendering).rejects.toThrow();
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('speech as it is made', () => {
  it('comes in parts that follow each other, the first one short', async () => {
    const voice = voiceOf('en-karl');
    const long = `${'This sentence goes on and on without a stop '.repeat(5)}. The end.`;
    const parts = [];
    for await (const part of speakScript(speaker, { script: long, voice, isLive: true })) {
      parts.push(part);
    }
    const lengths = parts.map(({ samples, sampleRateHz }) => samples.length / sampleRateHz);
    expect(lengths[0]).toBeLessThan(5);
    expect(parts.at(-1)?.fraction).toBe(1);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    expectGapless(
      parts.flatMap(({ phones }) => phones),
      total * 1000,
    );
  });

  it('fails waiting work when the speaker is closed', async () => {
    const other = openSpeaker();
    const waiting = other.speak('Never heard.', voiceOf('en-karl'));
    await Promise.all([
      expect(waiting).rejects.toMatchObject({ code: 'cancelled' }),
      other.close(),
    ]);
    await expect(other.speak('Nor this.', voiceOf('en-karl'))).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('every voice of the catalogue', () => {
  it('is known to eSpeak NG and can be heard', async () => {
    const engine = await openEspeak();
    // One voice in all languages shows that the engine has its variant.
    const spoken = voiceCatalogue.filter((voice) => voice.engine === 'espeak');
    const bases = new Set(spoken.map(({ base }) => base));
    const languages = [...bases].filter((base) => !base.includes('+') || base.startsWith('de'));
    expect([...bases].filter((base) => !languages.includes(base.replace('+f2', '')))).toEqual([]);
    for (const base of languages) {
      const speech = await engine.speak('2', { engine: 'espeak', base, pace: 1 });
      const { peak, clipped } = measureSpeech(speech);
      expect({ base, isHeard: peak > 0.1 && clipped < 5 }).toEqual({ base, isHeard: true });
    }
  });

  it('is known to flite and can be heard', async () => {
    const ids = ['en-rowan', 'en-clara', 'en-angus', 'en-karl'];
    const known = voiceCatalogue.filter(({ engine }) => engine === 'flite');
    expect(new Set(known.map(({ base }) => base))).toEqual(
      new Set(ids.map((id) => voiceOf(id).base)),
    );
    const spoken = await Promise.all(ids.map((id) => speaker.speak('Yes.', voiceOf(id))));
    const pitches = spoken.map((speech) => Math.round(measureSpeech(speech).pitchHz));
    expect(new Set(pitches).size, pitches.join()).toBe(ids.length);
  });
});
