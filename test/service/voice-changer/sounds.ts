/** Rate of the voice changer. */
export const RATE = 16_000;

/** A vowel of one pitch: pulses through two resonances, with a little hiss. Deterministic. */
export function makeVowel(hz: number, seconds: number): Int16Array<ArrayBuffer> {
  const wave = new Float64Array(Math.round(RATE * seconds));
  let phase = 0;
  for (let index = 0; index < wave.length; index += 1) {
    // A voice is never quite even.
    phase += (hz * (1 + 0.01 * Math.sin(index / 2000))) / RATE;
    if (phase >= 1) {
      wave[index] = 1;
      phase -= 1;
    }
  }
  resonate(wave, 700, 90);
  resonate(wave, 1200, 120);
  let seed = 1;
  return Int16Array.from(wave, (value) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return Math.round(value * 700 + (seed / 2_147_483_647 - 0.5) * 60);
  });
}

function resonate(wave: Float64Array, hz: number, widthHz: number): void {
  const radius = Math.exp((-Math.PI * widthHz) / RATE);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hz) / RATE);
  let one = 0;
  let two = 0;
  for (let index = 0; index < wave.length; index += 1) {
    const value = (wave[index] ?? 0) + turn * one - radius * radius * two;
    two = one;
    one = value;
    wave[index] = value;
  }
}

/** Fields of a WAV header; a test may set values that differ from the audio. */
export interface WavForm {
  readonly channels?: number;
  readonly bits?: number;
  readonly rateHz?: number;
}

/** A WAV file around samples. */
export function toWav(samples: Int16Array, form: WavForm = {}): Buffer {
  const { channels = 1, bits = 16, rateHz = RATE } = form;
  const sound = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + sound.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rateHz, 24);
  header.writeUInt32LE((rateHz * channels * bits) / 8, 28);
  header.writeUInt16LE((channels * bits) / 8, 32);
  header.writeUInt16LE(bits, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(sound.length, 40);
  return Buffer.concat([header, sound]);
}
