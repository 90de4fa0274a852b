import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Packet } from 'node-av/lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAudio } from '../../../src/engine/io/audio/audio-reader.ts';
import { toMicroseconds } from '../../../src/engine/io/ffmpeg.ts';
import { openInput, readOnly, readPacket } from '../../../src/engine/io/open-input.ts';
import { probeMedia } from '../../../src/engine/io/video/probe.ts';
import { transcode } from '../../../src/engine/io/video/transcode.ts';
import { type ClipSpec, makeClip } from '../make-clip.ts';

let folder = '';
let made = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guise-io-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function make(spec: ClipSpec): string {
  made += 1;
  const path = join(folder, `${made}.source`);
  makeClip(path, spec);
  return path;
}

interface SoundPacket {
  readonly startUs: number;
  readonly hash: string;
}

async function readSoundPackets(path: string): Promise<SoundPacket[]> {
  const input = await openInput(path);
  const packet = new Packet();
  packet.alloc();
  const packets: SoundPacket[] = [];
  readOnly(input, input.audio!);
  while (readPacket(input, input.audio!.index, packet)) {
    packets.push({
      startUs: toMicroseconds(packet.pts, input.audio!.timeBase)! - input.originUs,
      hash: createHash('sha256').update(packet.data!).digest('hex'),
    });
    packet.unref();
  }
  packet.free();
  input.close();
  return packets;
}

/** Audio of one channel, and its start. */
async function hear(
  path: string,
  sampleRateHz = 44_100,
): Promise<{ readonly startUs: number; readonly samples: Float32Array }> {
  const parts: Float32Array[] = [];
  let startUs: number | null = null;
  for await (const block of readAudio(path, { sampleRateHz, channels: 1 })) {
    startUs ??= block.timestampUs;
    parts.push(block.channels[0]!.slice());
  }
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return { startUs: startUs!, samples };
}

/** Returns the onset of the tone. */
function onsetUs(heard: Awaited<ReturnType<typeof hear>>, sampleRateHz = 44_100): number {
  const first = heard.samples.findIndex((sample) => Math.abs(sample) > 0.1);
  return heard.startUs + (first * 1e6) / sampleRateHz;
}

describe('copied sound', () => {
  it.each([
    ['AAC', { audio: { seconds: 1.3 } }],
    ['MP3', { audio: { codec: 'libmp3lame', seconds: 1.3 } }],
    ['AC-3', { container: 'matroska', audio: { codec: 'ac3', sampleRateHz: 48_000 } }],
    ['E-AC-3', { audio: { codec: 'eac3', sampleRateHz: 48_000 } }],
  ] as const)('is %s to the last bit', async (_, spec) => {
    const format =
      'format' in spec.audio ? { audio: { ...spec.audio, format: 's16' as const } } : {};
    const path = make({ ...spec, ...format });
    const result = join(folder, `${made}.mp4`);
    const done = await transcode(path, result);
    expect(done.sound).toBe('copied');
    const [before, after] = [await readSoundPackets(path), await readSoundPackets(result)];
    expect(after.map(({ hash }) => hash)).toEqual(before.map(({ hash }) => hash));
    for (const [index, { startUs }] of after.entries()) {
      expect(Math.abs(startUs - before[index]!.startUs)).toBeLessThan(1000);
    }
  });

  it('ends where the video is cut', async () => {
    const path = make({ video: { frames: 60 }, audio: { seconds: 2 } });
    const result = join(folder, `${made}.mp4`);
    await transcode(path, result, { maxDurationUs: 1_000_000 });
    const [before, after] = [await readSoundPackets(path), await readSoundPackets(result)];
    expect(after.at(-1)!.startUs).toBeLessThan(1_000_000);
    expect(after.at(-1)!.startUs).toBeGreaterThan(950_000);
    expect(after.map(({ hash }) => hash)).toEqual(
      before.slice(0, after.length).map(({ hash }) => hash),
    );
  });
});

describe('the offset of audio to video', () => {
  it.each([
    ['copied', 'mp4', { codec: 'aac', offsetSeconds: 0.5 }],
    ['transcoded', 'matroska', { codec: 'flac', offsetSeconds: 0.5 }],
  ] as const)('is kept when it is %s', async (treatment, container, audio) => {
    const path = make({ container, audio: { ...audio, seconds: 0.6 } });
    const result = join(folder, `${made}.mp4`);
    expect((await transcode(path, result)).sound).toBe(treatment);
    const [before, after] = [onsetUs(await hear(path)), onsetUs(await hear(result))];
    expect(Math.abs(before - 500_000)).toBeLessThan(25_000);
    expect(Math.abs(after - before)).toBeLessThan(4000);
  });

  it('is kept when the video begins later', async () => {
    const times = Array.from({ length: 20 }, (_, index) => 15 + index);
    const path = make({ container: 'matroska', video: { times }, audio: { codec: 'flac' } });
    const result = join(folder, `${made}.mp4`);
    await transcode(path, result);
    const facts = await probeMedia(result);
    expect(Math.abs(facts.video!.startUs - 500_000)).toBeLessThan(1500);
    expect(Math.abs(onsetUs(await hear(result)) - onsetUs(await hear(path)))).toBeLessThan(4000);
  });
});

describe('sound that is read', () => {
  it('has the requested rate, channels and loudness', async () => {
    const path = make({ video: null, container: 'matroska', audio: { codec: 'flac', seconds: 1 } });
    const { samples, startUs } = await hear(path, 16_000);
    expect(startUs).toBe(0);
    expect(Math.abs(samples.length - 16_000)).toBeLessThan(40);
    const middle = samples.subarray(2000, 14_000);
    const power = middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length;
    expect(Math.sqrt(power)).toBeCloseTo(0.5 / Math.SQRT2, 2);
    const crossings = middle.filter(
      (sample, index) => index > 0 && middle[index - 1]! < 0 && sample >= 0,
    );
    expect(Math.abs(crossings.length - 330)).toBeLessThan(3);
  });

  it.each([1, 2, 4, 6])('is mixed from %i channels without getting louder', async (channels) => {
    const path = make({ video: null, container: 'wav', audio: { codec: 'pcm_s16le', channels } });
    expect((await probeMedia(path)).audio?.channels).toBe(channels);
    const { samples } = await hear(path);
    const loudest = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    expect(loudest).toBeGreaterThan(0.3);
    expect(loudest).toBeLessThan(0.52);
  });

  it('is refused when the file has none', async () => {
    const path = make({ video: { frames: 2 } });
    await expect(hear(path)).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('stays about as loud when it is encoded again', async () => {
    const path = make({ container: 'matroska', audio: { codec: 'flac', seconds: 1 } });
    const result = join(folder, `${made}.mp4`);
    await transcode(path, result);
    const { samples } = await hear(result);
    expect(Math.abs(samples.length - 44_100)).toBeLessThan(1100);
    const middle = samples.subarray(8000, 36_000);
    const power = middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length;
    expect(Math.sqrt(power)).toBeCloseTo(0.5 / Math.SQRT2, 1);
  });
});
