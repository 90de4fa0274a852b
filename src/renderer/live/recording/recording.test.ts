import { describe, expect, it } from 'vitest';
import { CONVERTER_DELAY_SAMPLES, RateConverter } from './rate-converter.ts';
import { SOUND_RATE_HZ, SoundTimeline } from './sound-timeline.ts';
import { TimelineClock } from './timeline-clock.ts';

function openTimeline() {
  const samples: number[] = [];
  const timeline = new SoundTimeline((piece, position) => {
    expect(position).toBe(samples.length);
    samples.push(...piece);
  });
  return { timeline, samples };
}
const ones = (ms: number): Float32Array => new Float32Array((ms * SOUND_RATE_HZ) / 1000).fill(1);
const at = (samples: readonly number[], ms: number): number | undefined =>
  samples[Math.round((ms * SOUND_RATE_HZ) / 1000)];

describe('the timeline of recorded sound', () => {
  it('puts sound where it belongs, with silence before it and in gaps', () => {
    const { timeline, samples } = openTimeline();
    timeline.put(ones(100), 200);
    timeline.put(ones(100), 305);
    timeline.put(ones(100), 600);
    expect([100, 250, 350, 500, 650].map((ms) => at(samples, ms))).toEqual([0, 1, 1, 0, 1]);
    expect(samples.length).toBe(0.7 * SOUND_RATE_HZ);
  });

  it('drops duplicate audio and audio from before the beginning', () => {
    const { timeline, samples } = openTimeline();
    timeline.put(ones(100), -60);
    timeline.put(ones(100), 0);
    expect(samples.length).toBe(0.1 * SOUND_RATE_HZ);
  });

  it('is silent while it is not open, and fades both ways', () => {
    const { timeline, samples } = openTimeline();
    timeline.put(ones(50), 0);
    timeline.open(false);
    timeline.put(ones(50), 50);
    timeline.open(true);
    timeline.put(ones(50), 100);
    expect([40, 80, 140].map((ms) => at(samples, ms))).toEqual([1, 0, 1]);
    const steps = samples.slice(1).map((sample, index) => Math.abs(sample - samples[index]!));
    expect(Math.max(...steps)).toBeLessThan(0.01);
  });

  it('goes on in silence where nothing comes, however long', () => {
    const { timeline, samples } = openTimeline();
    timeline.fill(3_500);
    timeline.fill(3_505);
    timeline.put(ones(10), 3_400);
    expect(samples.length).toBe(3.5 * SOUND_RATE_HZ);
  });
});

describe('the clock of a stream', () => {
  it('trusts the chunk with the shortest wait', () => {
    const clock = new TimelineClock();
    clock.toPosition(0, 1_050);
    expect(clock.toPosition(10_000, 1_010)).toBeCloseTo(1_010);
    expect(clock.toPosition(20_000, 1_400)).toBeCloseTo(1_020, 0);
  });

  it('follows a device that is slow', () => {
    const clock = new TimelineClock();
    let placeMs = 0;
    for (let ms = 0; ms <= 600_000; ms += 1_000) {
      placeMs = clock.toPosition(ms * 0.9999 * 1000, ms);
    }
    expect(Math.abs(placeMs - 600_000)).toBeLessThan(1);
  });

  it('begins anew with a stream that does', () => {
    const clock = new TimelineClock();
    clock.toPosition(9_000_000, 500);
    expect(clock.toPosition(490_000, 500)).toBeCloseTo(500);
  });
});

it('makes mono of two channels at the rate of a recording, without seams', () => {
  const converter = new RateConverter();
  const made: number[] = [];
  const hz = 440;
  for (let piece = 0; piece < 100; piece += 1) {
    const sound = {
      numberOfFrames: 441,
      numberOfChannels: 2,
      sampleRate: 44_100,
      copyTo: (target: Float32Array, { planeIndex }: { readonly planeIndex: number }) => {
        for (let index = 0; index < 441; index += 1) {
          const phase = (2 * Math.PI * hz * (piece * 441 + index)) / 44_100;
          target[index] = planeIndex === 0 ? 2 * Math.sin(phase) : 0;
        }
      },
    };
    made.push(...converter.convert(sound));
  }
  expect(Math.abs(made.length - SOUND_RATE_HZ)).toBeLessThan(4);
  const late = (CONVERTER_DELAY_SAMPLES / 44_100) * SOUND_RATE_HZ;
  const errors = made
    .slice(100)
    .map((sample, index) =>
      Math.abs(sample - Math.sin((2 * Math.PI * hz * (index + 100 - late)) / SOUND_RATE_HZ)),
    );
  expect(Math.max(...errors)).toBeLessThan(0.002);
});
