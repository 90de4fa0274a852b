import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { changerCatalogue, findChangerTarget } from './changer-catalogue.ts';
import { convertSpeech } from './convert-speech.ts';
import type { VoiceChanger } from './voice-changer.ts';
import { createVoiceChanger } from './create-voice-changer.ts';
import type { VoiceTarget } from './voice-target.ts';

const rate = 16_000;
const fullScale = 32_768;

/** Synthesises speech-like sound: vowels with falling pitch, hiss between them, and pauses. */
function babble(seconds: number): Int16Array {
  const sound = new Int16Array(seconds * rate);
  let phase = 0;
  let seed = 7;
  let one = 0;
  let two = 0;
  for (let index = 0; index < sound.length; index += 1) {
    const at = (index / rate) % 1;
    phase += (130 - 30 * at) / rate;
    seed = (seed * 16_807) % 2_147_483_647;
    const noise = seed / 2_147_483_647 - 0.5;
    const pulse = phase >= 1 && at < 0.5 ? 1 : 0;
    phase %= 1;
    const hiss = at > 0.55 && at < 0.7 ? noise * 0.2 : 0;
    const value = pulse + hiss + 1.85 * one - 0.93 * two;
    two = one;
    one = value;
    sound[index] = at < 0.8 ? value * 1500 + noise * 8 : 0;
  }
  return sound;
}

function findTarget(id: string): VoiceTarget {
  const found = findChangerTarget(id);
  if (found === null) {
    throw new Error(`${id} is in the catalogue`);
  }
  return found.target;
}

/** Returns the whole output: for the input, and the samples flushed after it. */
function run(changer: VoiceChanger, input: Int16Array, cuts: readonly number[] = []): Int16Array {
  const output = new Int16Array(input.length + changer.latencySamples);
  let turn = 0;
  for (let at = 0; at < input.length;) {
    const end = Math.min(input.length, at + (cuts[turn % cuts.length] ?? input.length));
    changer.process(input.subarray(at, end), output.subarray(at, end));
    at = end;
    turn += 1;
  }
  let at = input.length;
  for (;;) {
    const given = changer.flush(output.subarray(at, at + (cuts[0] ?? output.length)));
    at += given;
    if (given === 0) {
      break;
    }
  }
  expect(at).toBe(output.length);
  return output;
}

function measureEnergy(samples: Int16Array): number {
  return samples.reduce((sum, sample) => sum + (sample / fullScale) ** 2, 0);
}

const speech = babble(4);
let whole: Int16Array;

beforeAll(() => {
  whole = run(createVoiceChanger({ target: findTarget('clear-host') }), speech);
});

describe('a voice changer', () => {
  it('gives the same bit by bit however the stream is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 6 }),
        (cuts) => {
          const changer = createVoiceChanger({ target: findTarget('clear-host') });
          expect(Buffer.compare(toBytes(run(changer, speech, cuts)), toBytes(whole))).toBe(0);
        },
      ),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it('gives the same bit by bit with noise suppression, and reports the added delay', () => {
    const open = (): VoiceChanger =>
      createVoiceChanger({ target: findTarget('clear-host'), noiseSuppression: true });
    const one = run(open(), speech);
    expect(toBytes(run(open(), speech, [320, 7])).equals(toBytes(one))).toBe(true);
    expect(open().latencySamples).toBe(whole.length - speech.length + 352);
  });

  it.each([
    ['noise suppression', { noiseSuppression: true }],
    ['the gate', { voiceGate: true }],
  ] as const)('is as late with %s turned on later as with it from the start', (_name, options) => {
    const target = findTarget('clear-host');
    const changer = createVoiceChanger({ target });
    const out = new Int16Array(speech.length);
    changer.process(speech.subarray(0, rate), out.subarray(0, rate));
    expect(changer.latencySamples).toBe(whole.length - speech.length);
    changer.setNoiseSuppression('noiseSuppression' in options);
    changer.setVoiceGate('voiceGate' in options);
    expect(changer.latencySamples).toBe(createVoiceChanger({ target, ...options }).latencySamples);
    changer.setBypass(true);
    changer.process(speech.subarray(rate), out.subarray(rate));
    const { latencySamples } = changer;
    expect(
      toBytes(out.subarray(1.1 * rate)).equals(
        toBytes(speech.subarray(1.1 * rate - latencySamples, speech.length - latencySamples)),
      ),
    ).toBe(true);
    changer.setNoiseSuppression(false);
    changer.setVoiceGate(false);
    expect(changer.latencySamples).toBe(whole.length - speech.length);
  });

  it('works in place', () => {
    const changer = createVoiceChanger({ target: findTarget('clear-host') });
    const sound = speech.slice();
    changer.process(sound, sound);
    expect(Buffer.compare(toBytes(sound), toBytes(whole.subarray(0, sound.length)))).toBe(0);
  });

  it.each(changerCatalogue.map(({ id }) => id))('is late by less than 63 ms as %s', (id) => {
    expect(createVoiceChanger({ target: findTarget(id) }).latencySamples).toBeLessThanOrEqual(1008);
  });

  it('lets a click and a train of them out when it says', () => {
    const { latencySamples } = createVoiceChanger({ target: findTarget('steady-narrator') });
    const click = new Int16Array(rate);
    click[rate / 2] = 20_000;
    const changer = createVoiceChanger({ target: findTarget('steady-narrator'), strength: 0 });
    const out = run(changer, click);
    expect(findLoudest(out) - rate / 2).toBe(latencySamples);

    const train = new Int16Array(2 * rate);
    for (let at = rate / 2; at < rate; at += 160) {
      train[at] = 20_000;
    }
    const trained = run(createVoiceChanger({ target: findTarget('steady-narrator') }), train);
    const isHeard = (sample: number): boolean => Math.abs(sample) > 2000;
    // Pulses come at another pitch, so each end may be off by a period.
    const first = trained.findIndex(isHeard) - train.findIndex(isHeard);
    const last = trained.findLastIndex(isHeard) - train.findLastIndex(isHeard);
    expect(Math.abs(first - latencySamples)).toBeLessThan(160);
    expect(Math.abs(last - latencySamples)).toBeLessThan(160);
  });

  it('leaves silence silent', () => {
    const changer = createVoiceChanger({ target: findTarget('little-sprite'), strength: 1 });
    expect(measureEnergy(run(changer, new Int16Array(2 * rate)))).toBe(0);
    // Also after speech, which is where filters ring on.
    const output = new Int16Array(speech.length);
    changer.process(speech, output);
    const after = new Int16Array(rate);
    changer.process(after, after);
    expect(measureEnergy(after.subarray(4000))).toBe(0);
  });

  it('keeps hiss in its place, softer by 12 dB at most and louder by 3', () => {
    const changer = createVoiceChanger({ target: findTarget('gentle-giant') });
    const out = run(changer, speech);
    const { latencySamples } = changer;
    for (let second = 1; second < 4; second += 1) {
      const from = (second + 0.58) * rate;
      const before = measureEnergy(speech.subarray(from, from + 0.1 * rate));
      const after = measureEnergy(
        out.subarray(from + latencySamples, from + 0.1 * rate + latencySamples),
      );
      const louder = 10 * Math.log10(after / before);
      expect(louder).toBeLessThan(4);
      expect(louder).toBeGreaterThan(-13);
    }
  });

  it('lets the own voice through unchanged, and as late', () => {
    const changer = createVoiceChanger({ target: findTarget('school-child') });
    const { latencySamples } = changer;
    changer.setBypass(true);
    const out = run(changer, speech);
    // The voice fades in within 10 ms.
    const own = out.subarray(latencySamples + rate / 10, speech.length);
    const expected = speech.subarray(rate / 10, speech.length - latencySamples);
    expect(Buffer.compare(toBytes(own), toBytes(expected))).toBe(0);
  });

  it('keeps a loud voice inside full scale without cutting its peaks flat', () => {
    const loudest = speech.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    const loud = speech.map((sample) => (sample * 32_000) / loudest);
    const out = run(createVoiceChanger({ target: findTarget('news-anchor') }), loud);
    const peak = out.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    expect(peak).toBeGreaterThan(30_000);
    expect(out.filter((sample) => Math.abs(sample) >= fullScale - 1).length).toBe(0);
  });

  it('takes broken input without a broken stream', () => {
    const loud = Int16Array.from({ length: rate }, (_, index) =>
      index % 7 < 3 ? 32_767 : -32_768,
    );
    const steady = new Int16Array(rate).fill(32_767);
    for (const input of [loud, steady]) {
      const out = run(createVoiceChanger({ target: findTarget('clear-host'), strength: 1 }), input);
      expect(out.length).toBeGreaterThan(input.length);
    }
    const faint = Int16Array.from({ length: 2 * rate }, (_, index) => (index % 133 === 0 ? 1 : 0));
    const quiet = run(createVoiceChanger({ target: findTarget('clear-host') }), faint);
    expect(Math.max(...quiet)).toBeLessThan(20);
  });

  it('takes a new strength at once', () => {
    const target = findTarget('bright-soprano');
    const changer = createVoiceChanger({ target, strength: 0 });
    const pure = run(createVoiceChanger({ target, strength: 0 }), speech);
    const turned = new Int16Array(speech.length);
    changer.process(speech.subarray(0, 2 * rate), turned.subarray(0, 2 * rate));
    expect(
      Buffer.compare(toBytes(turned.subarray(0, 2 * rate)), toBytes(pure.subarray(0, 2 * rate))),
    ).toBe(0);
    changer.setStrength(1);
    changer.process(speech.subarray(2 * rate), turned.subarray(2 * rate));
    expect(measureEnergy(turned.subarray(2.2 * rate))).toBeGreaterThan(0);
    expect(toBytes(turned).equals(toBytes(pure.subarray(0, turned.length)))).toBe(false);
  });
});

describe('speech that is there as a whole', () => {
  it('stays as long, and has the pitch of the target from its first word', () => {
    const samples = Float32Array.from(speech, (sample) => sample / fullScale);
    const made = convertSpeech(samples, findTarget('school-child'));
    expect(made.length).toBe(samples.length);
    const words = [0, 1, 2, 3].map((second) => {
      const word = made.subarray((second + 0.1) * rate, (second + 0.4) * rate);
      return countCrossings(word);
    });
    expect(Math.max(...words) / Math.min(...words)).toBeLessThan(1.1);
  });
});

/** Measures the periods of a vowel by the peaks of its autocorrelation. */
function countCrossings(word: Float32Array): number {
  let best = 0;
  let bestLag = 0;
  for (let lag = 40; lag < 230; lag += 1) {
    let sum = 0;
    for (let index = lag; index < word.length; index += 1) {
      sum += word[index]! * word[index - lag]!;
    }
    if (sum > best) {
      best = sum;
      bestLag = lag;
    }
  }
  return bestLag;
}

function findLoudest(samples: Int16Array): number {
  return samples.reduce(
    (best, sample, index) => (Math.abs(sample) > Math.abs(samples[best] ?? 0) ? index : best),
    0,
  );
}

function toBytes(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

it.each(['clear-host', 'soft-alto', 'little-sprite', 'gentle-giant'])(
  'leaves the loudness of whoever becomes %s',
  (id) => {
    const sound = babble(8);
    const changer = createVoiceChanger({ target: findTarget(id) });
    const { latencySamples } = changer;
    const out = run(changer, sound);
    const power = (samples: Int16Array): number =>
      samples.reduce((sum, sample) => sum + sample * sample, 0);
    const from = 4 * rate;
    const [before, after] = [
      power(sound.subarray(from)),
      power(out.subarray(from + latencySamples, sound.length + latencySamples)),
    ];
    expect(Math.abs(10 * Math.log10(after / before))).toBeLessThan(1.5);
  },
);
