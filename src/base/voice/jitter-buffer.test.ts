import { describe, expect, it } from 'vitest';
import { BUFFER_BLOCK, JitterBuffer } from './jitter-buffer.ts';

const MS = 16;
const CHUNK = 20 * MS;

/** A voice of 140 Hz with three harmonics and a pause of 200 ms in every second. */
function speak(from: number, length: number): Int16Array {
  return Int16Array.from({ length }, (_, index) => {
    const at = from + index;
    const isPause = at % (1000 * MS) > 800 * MS;
    const turn = (2 * Math.PI * 140 * at) / 16_000;
    const wave = Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.3 * Math.sin(3 * turn);
    return isPause ? 0 : Math.round(9000 * wave);
  });
}

interface Run {
  /** Samples that were played. */
  readonly output: Float32Array;
  /** Delay at every block: samples that were written and neither played nor dropped. */
  readonly delays: number[];
  readonly player: JitterBuffer;
}

/** Chunks of 20 ms that arrive at the times of `arrivalMs`; null is lost. */
function run(seconds: number, arrivalMs: (chunk: number) => number): Run {
  const player = new JitterBuffer();
  const chunks = Array.from({ length: seconds * 50 }, (_, chunk) => ({
    at: arrivalMs(chunk) * MS,
    samples: speak(chunk * CHUNK, CHUNK),
  }));
  const output = new Float32Array(seconds * 1000 * MS);
  const delays: number[] = [];
  let next = 0;
  for (let at = 0; at < output.length; at += BUFFER_BLOCK) {
    for (let chunk = chunks[next]; chunk !== undefined && chunk.at <= at; chunk = chunks[next]) {
      player.push(chunk.samples);
      next += 1;
    }
    player.play(output.subarray(at, at + BUFFER_BLOCK));
    delays.push(at + BUFFER_BLOCK - player.consumed);
  }
  return { output, delays, player };
}

const said = (chunk: number): number => (chunk + 1) * 20;

function findLargestStep(samples: Float32Array): number {
  let largest = 0;
  for (let at = 1; at < samples.length; at += 1) {
    largest = Math.max(largest, Math.abs((samples[at] ?? 0) - (samples[at - 1] ?? 0)));
  }
  return largest;
}

/** The steepest place of the voice itself. */
const steepest = findLargestStep(Float32Array.from(speak(0, 16_000), (sample) => sample / 32_768));

describe('an even stream', () => {
  it('is played as it is, 40 ms after it was said', () => {
    const { output, delays, player } = run(5, said);
    expect(player.stretched).toBe(0);
    expect(player.dropped).toBe(0);
    expect(new Set(delays.slice(40)).size).toBe(1);
    expect(delays.at(-1)).toBeLessThanOrEqual(60 * MS);
    const late = delays.at(-1) ?? 0;
    const original = speak(0, output.length);
    const away = output
      .subarray(4000, 20_000)
      .map((sample, at) => Math.abs(sample - (original[4000 + at - late] ?? 0) / 32_768));
    expect(Math.max(...away)).toBeLessThan(5e-6);
  });

  it('that jitters by up to 15 ms runs dry nowhere', () => {
    const { player } = run(20, (chunk) => said(chunk) + ((chunk * 7919) % 16));
    expect(player.stretched).toBe(0);
  });
});

describe('a stall', () => {
  /** A pause, then all chunks at once. */
  const stalled = (stallMs: number) => (chunk: number) => {
    const at = said(chunk);
    return at > 2300 && at < 2300 + stallMs ? 2300 + stallMs : at;
  };

  it.each([60, 120, 240, 500, 1500])(
    'of %i ms leaves no delay behind after some seconds',
    (stallMs) => {
      const { delays } = run(16, stalled(stallMs));
      const before = delays[1000 / 2.5] ?? 0;
      const after = delays.at(-1) ?? 0;
      // A smaller remainder is not worth stretching the sound.
      expect(after - before).toBeLessThanOrEqual(12 * MS);
      // Meanwhile another one like it would be met, up to the largest headroom.
      const settled = delays.slice((2300 + stallMs + 2000) / 2.5);
      expect(Math.max(...settled) - before).toBeLessThanOrEqual((150 + 20) * MS);
    },
  );

  it.each([60, 240, 1500])('of %i ms is concealed without a click', (stallMs) => {
    const { output } = run(10, stalled(stallMs));
    expect(findLargestStep(output)).toBeLessThan(1.5 * steepest);
  });

  it.each([60, 100])('of %i ms in speech is no gap: the voice goes on', (stallMs) => {
    const { output, player } = run(4, stalled(stallMs));
    expect(player.gaps).toBe(0);
    expect(player.stretched).toBeGreaterThan(0);
    for (let atMs = 2100; atMs < 2600; atMs += 10) {
      const peak = Math.max(...output.subarray(atMs * MS, (atMs + 10) * MS).map(Math.abs));
      expect(peak).toBeGreaterThan(0.15);
    }
  });

  it('that lasts is a gap: held, ever softer, then silent', () => {
    const { output, player } = run(4, stalled(500));
    const peak = (fromMs: number, toMs: number): number =>
      Math.max(...output.subarray(fromMs * MS, toMs * MS).map(Math.abs));
    expect(peak(2340, 2380)).toBeGreaterThan(0.15);
    expect(peak(2480, 2780)).toBe(0);
    expect(player.gaps).toBe(1);
  });

  it('is met without saying anything again when it comes soon after another one', () => {
    const twice = (first: number, second: number) => (chunk: number) => {
      const at = said(chunk);
      const from = [first, second].find((start) => at > start && at < start + 100);
      return from === undefined ? at : from + 100;
    };
    const once = run(8, stalled(100)).player.stretched;
    expect(run(8, twice(2300, 5300)).player.stretched).toBe(once);
  });

  it('in a pause is no gap', () => {
    // Speech pauses from 1800 to 2000 ms of the stream.
    const { player } = run(4, (chunk) =>
      said(chunk) > 1840 && said(chunk) < 2340 ? 2340 : said(chunk),
    );
    expect(player.gaps).toBe(0);
  });
});

describe('an output that stood still', () => {
  /** Chunks of 20 ms; the output stops for a while, alone or together with the microphone. */
  function stop(stopMs: number, isMicrophoneStopped: boolean) {
    const player = new JitterBuffer();
    const stopAt = 4000 * MS;
    const block = new Float32Array(BUFFER_BLOCK);
    const delays: number[] = [];
    let sent = 0;
    let played = 0;
    const push = (untilSaid: number): void => {
      for (; (sent + 1) * CHUNK <= untilSaid; sent += 1) {
        player.push(speak(sent * CHUNK, CHUNK));
      }
    };
    for (let at = 0; at < 20_000 * MS; at += BUFFER_BLOCK) {
      const isStopped = at >= stopAt && at < stopAt + stopMs * MS;
      // Audio of the microphone from this time arrives a round trip after the output needs it.
      const isLate = isMicrophoneStopped && at >= stopAt && at < stopAt + (stopMs + 10) * MS;
      push(isLate ? stopAt : at);
      if (!isStopped && played < at) {
        player.skip(at - played, at);
        played = at;
      }
      if (!isStopped) {
        player.play(block);
        played += BUFFER_BLOCK;
        delays.push(at + BUFFER_BLOCK - player.consumed);
      }
    }
    return { player, delays, before: delays[(3000 * MS) / BUFFER_BLOCK] ?? 0 };
  }

  it.each([10, 40, 100])('alone for %i ms is no delay, not even for a moment', (stopMs) => {
    const { player, delays, before } = stop(stopMs, false);
    const after = delays.slice((4000 * MS) / BUFFER_BLOCK);
    expect(Math.max(...after) - before).toBeLessThanOrEqual(12 * MS);
    expect(player.stretched).toBe(0);
    expect(player.gaps).toBe(0);
  });

  it.each([40, 100, 200])('together with the microphone for %i ms is forgotten soon', (stopMs) => {
    const { delays, before } = stop(stopMs, true);
    const settled = delays.slice((8000 * MS) / BUFFER_BLOCK);
    expect(Math.max(...settled) - before).toBeLessThanOrEqual(14 * MS);
  });
});

describe.each([300, -300])('clocks that differ by %i ppm', (ppm) => {
  it('are followed for ten minutes without a gap, a click or a growing delay', () => {
    const player = new JitterBuffer();
    const block = new Float32Array(BUFFER_BLOCK);
    let sent = 0;
    let last = 0;
    let step = 0;
    let max = 0;
    for (let at = 0; at < 600_000 * MS; at += BUFFER_BLOCK) {
      for (; (sent + 1) * CHUNK <= at * (1 + ppm / 1e6); sent += 1) {
        player.push(speak(sent * CHUNK, CHUNK));
      }
      player.play(block);
      for (const sample of block) {
        step = Math.max(step, Math.abs(sample - last));
        last = sample;
      }
      max = at < 10_000 * MS ? 0 : Math.max(max, sent * CHUNK - player.consumed);
    }
    expect(step).toBeLessThan(1.5 * steepest);
    expect(player.gaps).toBe(0);
    expect(max).toBeLessThanOrEqual(80 * MS);
    // No more than the drift between the clocks: 180 ms.
    expect(player.stretched + player.dropped).toBeLessThanOrEqual(220 * MS);
  });
});

it('forgets within seconds that other programs were busy', () => {
  // For four seconds nothing comes for 150 ms at a time.
  const { delays, player } = run(20, (chunk) => {
    const at = said(chunk);
    return at > 2000 && at < 6000 && at % 400 < 150 ? at - (at % 400) + 150 : at;
  });
  expect(player.stretched).toBeGreaterThan(0);
  const before = delays[1500 / 2.5] ?? 0;
  expect(Math.max(...delays.slice(18_000 / 2.5)) - before).toBeLessThanOrEqual(20 * MS);
});

it('takes whole samples out while it settles after every kind of stall', () => {
  // Stalls of 30 to 180 ms, each time other ones, with some quiet seconds after them.
  const { player } = run(60, (chunk) => {
    const at = said(chunk);
    const stallMs = 30 + ((Math.floor(at / 10_000) * 37) % 150);
    return at % 10_000 < 3000 && at % 500 < stallMs ? at - (at % 500) + stallMs : at;
  });
  expect(player.dropped).toBeGreaterThan(0);
  expect(Number.isInteger(player.dropped)).toBe(true);
  expect(Number.isInteger(player.consumed)).toBe(true);
});

describe('a stream that comes in bursts for minutes', () => {
  it('never has more delay than its bursts need', () => {
    // Every second 100 ms late, then all at once.
    const { delays, player } = run(60, (chunk) => {
      const at = said(chunk);
      return at % 1000 < 100 ? Math.ceil(at / 1000) * 1000 - 900 + (at % 1000 === 0 ? 900 : 0) : at;
    });
    const late = delays.slice(-4000);
    expect(Math.max(...late)).toBeLessThanOrEqual(250 * MS);
    expect(player.stretched).toBeLessThan(200 * MS);
    expect(player.gaps).toBe(0);
  });

  it('that sends faster than it plays is kept at the newest', () => {
    const { delays, player } = run(30, (chunk) => said(chunk) * 0.98);
    expect(Math.max(...delays.slice(800))).toBeLessThanOrEqual(400 * MS);
    expect(player.dropped).toBeGreaterThan(0);
  });
});

it('begins with the newest when the output is asked for sound late', () => {
  const player = new JitterBuffer();
  for (let chunk = 0; chunk < 40; chunk += 1) {
    player.push(speak(chunk * CHUNK, CHUNK));
  }
  player.play(new Float32Array(BUFFER_BLOCK));
  expect(player.isPlaying).toBe(true);
  expect(40 * CHUNK - player.consumed).toBeLessThanOrEqual(60 * MS);
  expect([player.dropped, player.gaps]).toEqual([0, 0]);
});

it('begins anew with another stream', () => {
  const player = new JitterBuffer();
  player.push(speak(0, 3200));
  const block = new Float32Array(BUFFER_BLOCK);
  player.play(block);
  player.reset();
  expect([player.consumed, player.isPlaying]).toEqual([0, false]);
  player.play(block);
  expect(Math.max(...block.map(Math.abs))).toBe(0);
});
