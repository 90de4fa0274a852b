import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVoice } from '../../voice/catalogue.ts';
import { resample } from '../../voice/changer/resample.ts';
import { openSpeaker, type Speaker } from '../../voice/speak/speaker.ts';
import type { Speech } from '../../voice/engines/engine.ts';
import { LiveMouth, MOUTH_DELAY_MS } from './live-mouth.ts';

const FRAME_MS = 1000 / 30;
const CHUNK_MS = 20;
const RATE_HZ = 16_000;

let speaker: Speaker;
let speech: Speech;
let sound: Float32Array;
beforeAll(async () => {
  speaker = openSpeaker();
  speech = await speaker.speak(
    'Bob, my mum may pay. Pam bought a big map.',
    findVoice('en-rowan')!,
  );
  sound = resample(speech.samples, speech.sampleRateHz, RATE_HZ);
});
afterAll(() => speaker.close());

/**
 * Computes the mouths of frames while audio arrives in chunks with alternating delays, and for some time after its end.
 * Frames are delayed by the largest delay, since audio that arrives in bursts is played that much later.
 */
function computeMouths({
  lateMs = [0],
  afterMs = 600,
}: { lateMs?: number[]; afterMs?: number } = {}) {
  const mouth = new LiveMouth();
  const frames: { readonly atMs: number; readonly open: number; readonly isClosed: boolean }[] = [];
  const chunk = (RATE_HZ * CHUNK_MS) / 1000;
  const chunks = Array.from({ length: Math.ceil(sound.length / chunk) }, (_, index) => ({
    samples: sound.subarray(index * chunk, (index + 1) * chunk),
    atMs: (index + 1) * CHUNK_MS + lateMs[index % lateMs.length]!,
  }));
  const endMs = chunks.length * CHUNK_MS + afterMs;
  for (let nowMs = 0; nowMs < endMs; nowMs += FRAME_MS) {
    while (chunks[0] !== undefined && chunks[0].atMs <= nowMs) {
      const { samples, atMs } = chunks.shift()!;
      mouth.push(samples, atMs);
    }
    const { mouth: measures, isClosed } = mouth.read(nowMs, FRAME_MS);
    frames.push({
      atMs: nowMs - MOUTH_DELAY_MS - Math.max(...lateMs),
      open: measures.open,
      isClosed,
    });
  }
  return frames;
}

/** Measures how many closures occur within one and a half frames of their sounds, and how far vowels open the mouth. */
function judge(frames: ReturnType<typeof computeMouths>) {
  const within = (startMs: number, endMs: number) =>
    frames.filter(({ atMs }) => atMs > startMs - 1.5 * FRAME_MS && atMs < endMs + 1.5 * FRAME_MS);
  const closures = speech.phones.filter(({ viseme }) => viseme === 'PP');
  const closed = closures.filter(({ startMs, endMs }) =>
    within(startMs, endMs).some(({ isClosed }) => isClosed),
  );
  const vowels = speech.phones.filter(({ viseme }) => viseme === 'aa');
  const opened = vowels.filter(({ startMs, endMs }) =>
    within(startMs, endMs).some(({ open }) => open > 0.08),
  );
  return {
    closed: closed.length / closures.length,
    opened: opened.length / vowels.length,
    count: closures.length,
  };
}

describe('the mouth for sound that is still coming', () => {
  it('closes for p, b and m and opens for vowels, with the delay that it states', () => {
    const { count, closed, opened } = judge(computeMouths());
    expect(count).toBeGreaterThan(8);
    expect(closed).toBeGreaterThan(0.8);
    expect(opened).toBeGreaterThan(0.8);
  });

  it('does the same where sound comes in bursts', () => {
    const { closed, opened } = judge(computeMouths({ lateMs: [55, 35, 15, 0] }));
    expect(closed).toBeGreaterThan(0.8);
    expect(opened).toBeGreaterThan(0.8);
  });

  it('rests before the first sound, and after the last one though nothing comes any more', () => {
    const [first] = computeMouths();
    expect(first).toMatchObject({ open: 0 });
    for (const { isClosed, open } of computeMouths({ afterMs: 1500 }).slice(-20)) {
      expect(isClosed).toBe(true);
      expect(open).toBeCloseTo(0, 6);
    }
  });
});
