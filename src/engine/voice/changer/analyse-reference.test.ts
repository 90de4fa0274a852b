import { describe, expect, it } from 'vitest';
import { analyseReference } from './analyse-reference.ts';
import { readReference } from './read-reference.ts';
import { resample } from './resample.ts';

const rate = 16_000;

/** Synthesises syllables of three vowels at a pitch, with a pause after each. */
function createSyllables(seconds: number, hz: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(seconds * rate);
  const resonances = [700, 400, 300] as const;
  for (let start = 0; start < samples.length; start += rate / 4) {
    const turn = 2 * Math.cos((2 * Math.PI * (resonances[(start / 4000) % 3] ?? 0)) / rate);
    let one = 0;
    let two = 0;
    let phase = 0;
    for (let index = start; index < Math.min(samples.length, start + 0.18 * rate); index += 1) {
      phase += hz / rate;
      const pulse = phase >= 1 ? 0.1 : 0;
      phase %= 1;
      const value = pulse + 0.97 * turn * one - 0.94 * two;
      two = one;
      one = value;
      samples[index] = value;
    }
  }
  return samples;
}

function readMessage(samples: Float32Array): string {
  try {
    analyseReference(samples, rate);
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_input' });
    return error instanceof Error ? error.message : '';
  }
  return '';
}

describe('a reference', () => {
  it('tells its pitch at any sample rate', () => {
    const speech = createSyllables(6, 140);
    expect(analyseReference(speech, rate).pitchHz / 140).toBeCloseTo(1, 1.7);
    const fine = resample(speech, rate, 44_100);
    expect(analyseReference(fine, 44_100).pitchHz / 140).toBeCloseTo(1, 1.7);
  });

  it('is refused with advice when it contains no clear voice', () => {
    const noise = (index: number): number => Math.sin(index * index * 0.7);
    expect(readMessage(new Float32Array(0))).toContain('no speech');
    expect(readMessage(new Float32Array(5 * rate))).toContain('no speech');
    expect(readMessage(createSyllables(1, 140))).toContain('at least 3 s');
    expect(
      readMessage(createSyllables(5, 140).map((sample) => Math.max(-1, Math.min(1, 40 * sample)))),
    ).toContain('clipped');
    const chord = Float32Array.from({ length: 6 * rate }, (_, index) =>
      [220, 277, 330].reduce(
        (sum, hz) => sum + 0.1 * Math.sin((2 * Math.PI * hz * index) / rate),
        0,
      ),
    );
    expect(readMessage(chord)).toMatch(/music|no speech/);
    expect(
      readMessage(Float32Array.from({ length: 5 * rate }, (_, index) => 0.1 * noise(index))),
    ).not.toBe('');
  });
});

describe('a reference file', () => {
  function toWav(options: {
    channels?: number;
    bits?: number;
    hz?: number;
    coding?: number;
  }): Uint8Array {
    const { channels = 1, bits = 16, hz = rate, coding = 1 } = options;
    const wav = Buffer.alloc(48);
    wav.write('RIFF\0\0\0\0WAVEfmt ', 'latin1');
    wav.writeUInt32LE(16, 16);
    wav.writeUInt16LE(coding, 20);
    wav.writeUInt16LE(channels, 22);
    wav.writeUInt32LE(hz, 24);
    wav.writeUInt16LE(bits, 34);
    wav.write('data', 36, 'latin1');
    wav.writeUInt32LE(0xffff_ffff, 40); // The stated size exceeds the file; readers must use the actual size.
    wav.writeInt16LE(-16_384, 44);
    return wav;
  }

  it('is read as it comes', () => {
    const { samples, sampleRateHz } = readReference(toWav({ hz: 22_050 }));
    expect([...samples]).toEqual([-0.5, 0]);
    expect(sampleRateHz).toBe(22_050);
  });

  it('is the mean of its channels', () => {
    const { samples } = readReference(toWav({ channels: 2 }));
    expect([...samples]).toEqual([-0.25]);
  });

  it('is refused when it is of another kind, which the error names', () => {
    const refused = { code: 'unsupported_format' };
    for (const [options, what] of [
      [{ channels: 0 }, '0 channels'],
      [{ channels: 9 }, '9 channels'],
      [{ bits: 8 }, '8 bits'],
      [{ coding: 3, bits: 32 }, 'coding 3'],
      [{ hz: 4000 }, '4000 samples'],
    ] as const) {
      const message = expect.stringContaining(what) as string;
      expect(() => readReference(toWav(options))).toThrow(
        expect.objectContaining({ ...refused, message }),
      );
    }
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('RIFF'),
      toWav({}).subarray(0, 36),
      Buffer.alloc(900),
    ]) {
      expect(() => readReference(bytes)).toThrow(expect.objectContaining(refused));
    }
  });
});
