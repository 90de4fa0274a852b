import { FEATURE_RATE_HZ } from '../../../../src/engine/voice/visemes/speech-features.ts';

const turn = (2 * Math.PI) / FEATURE_RATE_HZ;

/**
 * Applies the effects of microphones, rooms and codecs to speech, in place, at 16 kHz. Without `isHeavy` only quiet
 * noise, level and tone change.
 */
export function disturbSpeech(sound: Float32Array, isHeavy: boolean, random: () => number): void {
  if (isHeavy && random() < 0.4) {
    addRoom(sound, random);
  }
  if (random() < 0.5) {
    tilt(sound, 1.2 * (random() - 0.5));
  }
  if (isHeavy && random() < 0.3) {
    filter(sound, 'low', 3300 + 3500 * random());
  }
  if (random() < 0.3) {
    filter(sound, 'high', 60 + 240 * random());
  }
  const noiseDb = isHeavy ? 12 + 25 * random() : 40 + 25 * random();
  addNoise(sound, 10 ** (-noiseDb / 20), random);
  if (isHeavy && random() < 0.15) {
    compress(sound);
  }
  const gain = 10 ** ((random() - 0.75) * 1.2);
  for (let index = 0; index < sound.length; index += 1) {
    sound[index]! *= gain;
  }
}

/** A span without speech: noise that swells and fades, a hum, knocks. */
export function makeNoise(seconds: number, random: () => number): Float32Array<ArrayBuffer> {
  const sound = new Float32Array(Math.round(seconds * FEATURE_RATE_HZ));
  const swell = random() * 0.9;
  const slow = turn * (0.3 + 3 * random());
  const dark = random() * 0.98;
  const hum = random() < 0.4 ? random() * 0.5 : 0;
  const humTurn = turn * (random() < 0.5 ? 50 : 60) * (1 + Math.floor(3 * random()));
  const knocks = random() < 0.4 ? 2e-4 : 0;
  let low = 0;
  let knock = 0;
  for (let index = 0; index < sound.length; index += 1) {
    low = dark * low + Math.sqrt(1 - dark * dark) * (random() + random() + random() - 1.5);
    knock = random() < knocks ? 2 : knock * 0.995;
    const level = 1 - swell * (0.5 + 0.5 * Math.sin(slow * index));
    sound[index] =
      0.05 * (level * low + hum * Math.sin(humTurn * index) + knock * (random() - 0.5));
  }
  return sound;
}

/** Reflections of a room as sparse velvet noise (Karjalainen and Järveläinen 2007). */
function addRoom(sound: Float32Array, random: () => number): void {
  const dry = sound.slice();
  const decay = 0.04 + 0.16 * random();
  const wet = 0.12 + 0.3 * random();
  for (let tap = 0; tap < 40; tap += 1) {
    const seconds = 0.002 + 0.2 * random();
    const gain = (random() < 0.5 ? -1 : 1) * wet * Math.exp(-seconds / decay);
    const delay = Math.round(seconds * FEATURE_RATE_HZ);
    for (let index = delay; index < sound.length; index += 1) {
      sound[index]! += gain * dry[index - delay]!;
    }
  }
}

/** A darker or brighter microphone. */
function tilt(sound: Float32Array, amount: number): void {
  let before = 0;
  for (let index = 0; index < sound.length; index += 1) {
    const sample = sound[index]!;
    sound[index] = sample + amount * before;
    before = sample;
  }
}

/** Butterworth's filter of second order, by a bilinear transform. */
function filter(sound: Float32Array, kind: 'low' | 'high', cutoffHz: number): void {
  const cos = Math.cos(turn * cutoffHz);
  const alpha = Math.sin(turn * cutoffHz) / Math.SQRT2;
  const middle = kind === 'low' ? 1 - cos : -1 - cos;
  const side = Math.abs(middle) / 2;
  const [b0, b1] = [side / (1 + alpha), middle / (1 + alpha)];
  const [a1, a2] = [(-2 * cos) / (1 + alpha), (1 - alpha) / (1 + alpha)];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let index = 0; index < sound.length; index += 1) {
    const sample = sound[index]!;
    const result = b0 * (sample + x2) + b1 * x1 - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, sample, y1, result];
    sound[index] = result;
  }
}

function addNoise(sound: Float32Array, share: number, random: () => number): void {
  let power = 0;
  for (const value of sound) {
    power += value * value;
  }
  const level = 2 * share * Math.sqrt(power / sound.length);
  const dark = random() * 0.97;
  const scale = Math.sqrt(1 - dark * dark);
  let low = 0;
  for (let index = 0; index < sound.length; index += 1) {
    low = dark * low + scale * (random() + random() + random() - 1.5);
    sound[index]! += level * low;
  }
}

/** A compressor, as studios and platforms have them: quiet parts are brought up within 10 ms. */
function compress(sound: Float32Array): void {
  let level = 1e-3;
  for (let index = 0; index < sound.length; index += 1) {
    const size = Math.abs(sound[index]!);
    level += (size - level) * (size > level ? 0.02 : 0.002);
    sound[index]! *= (0.1 / Math.max(2e-3, level)) ** 0.4;
  }
}
