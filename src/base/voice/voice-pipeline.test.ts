import { describe, expect, it } from 'vitest';
import { CHUNK, VoicePipeline } from './voice-pipeline.ts';
import type { PipelineStats } from './pipeline-stats.ts';

const BLOCK = 128;

/** A pipeline with a service that returns every chunk after a while; time is counted in blocks of the devices. */
function openLine(toMs: (chunk: number) => number = () => 5) {
  const facts: PipelineStats[] = [];
  const pending: { readonly at: number; readonly samples: Int16Array<ArrayBuffer> }[] = [];
  const sent: Int16Array[] = [];
  const output: number[] = [];
  let blocks = 0;
  const line = new VoicePipeline({
    onChunk: (samples) => {
      pending.push({
        at: blocks + (toMs(sent.length) * 48) / BLOCK,
        samples: Int16Array.from(samples),
      });
      sent.push(Int16Array.from(samples));
    },
    onFacts: (fact) => facts.push(fact),
  });
  line.open(true);
  const run = (seconds: number, wave: (at: number) => number): void => {
    for (const end = blocks + (seconds * 48_000) / BLOCK; blocks < end; blocks += 1) {
      for (let next = pending[0]; next !== undefined && next.at <= blocks; next = pending[0]) {
        line.receive(next.samples);
        pending.shift();
      }
      const input = Float32Array.from({ length: BLOCK }, (_, index) =>
        wave(blocks * BLOCK + index),
      );
      const block = new Float32Array(BLOCK);
      line.process(input, block);
      output.push(...block);
    }
  };
  return { line, run, facts, sent, output };
}

const tone = (at: number): number => 0.5 * Math.sin((2 * Math.PI * 440 * at) / 48_000);

/** Delay of one recording relative to another, in samples, at their largest correlation. */
function measureLag(later: readonly number[], wave: (at: number) => number, max: number): number {
  const from = 60_000;
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let lag = 0; lag < max; lag += 1) {
    let score = 0;
    for (let index = 0; index < 2000; index += 1) {
      score += (later[from + index] ?? 0) * wave(from + index - lag);
    }
    if (score > bestScore) {
      bestScore = score;
      best = lag;
    }
  }
  return best;
}

/** Noise that is the same every time and has no period. */
function sampleNoise(at: number): number {
  const mixed = Math.sin(Math.floor(at / 12) * 12.9898) * 43_758.5453;
  return (mixed - Math.floor(mixed) - 0.5) * 0.5;
}

describe('the line', () => {
  it('sends nothing before a stream begins and after it ends', () => {
    const { line, run, sent } = openLine();
    run(0.2, tone);
    expect(sent).toHaveLength(0);
    line.receive({ kind: 'begin', latencyMs: 60 });
    run(0.2, tone);
    expect(sent).toHaveLength(10);
    expect(sent.every(({ length }) => length === CHUNK)).toBe(true);
    line.receive({ kind: 'end' });
    run(0.2, tone);
    expect(sent).toHaveLength(10);
  });

  it('plays the replies with the delay that it reports', () => {
    const { line, run, facts, output } = openLine(() => 7);
    line.receive({ kind: 'begin', latencyMs: 0 });
    run(2, sampleNoise);
    const told = facts.at(-1)?.delayMs ?? 0;
    const measured = measureLag(output, sampleNoise, 6000) / 48;
    expect(Math.abs(told - measured)).toBeLessThan(1.5);
    expect(told).toBeLessThan(70);
    expect(facts.at(-1)).toMatchObject({ isPlaying: true, isStreaming: true, gaps: 0 });
  });

  it('tells a delay that grew by a burst, and gets it down again', () => {
    const { line, run, facts } = openLine((chunk) =>
      chunk > 50 && chunk < 65 ? (65 - chunk) * 20 : 5,
    );
    line.receive({ kind: 'begin', latencyMs: 0 });
    run(1, tone);
    const before = facts.at(-1)?.delayMs ?? 0;
    run(11, tone);
    const after = facts.at(-1)?.delayMs ?? 0;
    expect(facts.at(-1)?.gaps).toBe(1);
    expect(after - before).toBeLessThan(45);
  });

  it('is not led astray by sound that went nowhere', () => {
    const { line, run, facts } = openLine();
    line.receive({ kind: 'begin', latencyMs: 0 });
    run(1, tone);
    const before = facts.at(-1)?.delayMs ?? 0;
    line.receive({ kind: 'skipped', samples: -1600 });
    run(0.1, tone);
    expect(Math.round((facts.at(-1)?.delayMs ?? 0) - before)).toBeCloseTo(100, -1);
  });

  it('says nothing of what the microphone gave too late', () => {
    const { line, run, facts, output } = openLine();
    line.receive({ kind: 'begin', latencyMs: 0 });
    run(1, tone);
    const from = output.length;
    // 16 ms in the middle of a sound; the lost part arrives afterwards.
    run(0.016, () => 0);
    run(1, tone);
    expect(line.missedMs).toBeCloseTo(16, 5);
    expect(facts.at(-1)?.gaps).toBe(0);
    for (let at = from; at < output.length; at += 480) {
      expect(Math.max(...output.slice(at, at + 480))).toBeGreaterThan(0.3);
    }
  });

  it('hears nothing while it is not open, without a click', () => {
    const { line, run, sent } = openLine();
    line.receive({ kind: 'begin', latencyMs: 0 });
    run(0.5, tone);
    line.open(false);
    run(0.5, tone);
    expect(Math.max(...(sent.at(-1) ?? []))).toBe(0);
    line.open(true);
    run(0.2, tone);
    expect(Math.max(...(sent.at(-1) ?? []))).toBeGreaterThan(10_000);
  });

  it('lets the own voice out when the changed one would be heard', () => {
    // This service changes nothing, so the switch must be inaudible.
    const { line, run, output } = openLine();
    line.receive({ kind: 'begin', latencyMs: 0 });
    run(2, tone);
    const from = output.length;
    line.bypass(true);
    run(0.2, tone);
    const steepest = 0.5 * ((2 * Math.PI * 440) / 48_000) * 1.1;
    const steps = output
      .slice(from - 200)
      .map((sample, at) => Math.abs(sample - (output[from - 201 + at] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(steepest);
  });

  it('lets the own voice out without a service as well', () => {
    const { line, run, output } = openLine();
    line.bypass(true);
    run(0.3, tone);
    expect(Math.max(...output.slice(-2000))).toBeCloseTo(0.5, 1);
  });

  it.each([
    { isCapturedFirst: true, ppm: 50 },
    { isCapturedFirst: true, ppm: -50 },
    { isCapturedFirst: false, ppm: 50 },
    { isCapturedFirst: false, ppm: -50 },
  ])('lets it out whole to an output with another clock ($isCapturedFirst, $ppm ppm)', (given) => {
    const line = new VoicePipeline(
      { onChunk: () => undefined, onFacts: () => undefined },
      { clock: 'other' },
    );
    line.open(true);
    line.bypass(true); // Before the first sound, as where the user has it on at the start.
    const output: number[] = [];
    const burst = 240;
    let at = 0;
    let due = 0;
    const capture = (): void => {
      due += burst * (1 + given.ppm / 1e6);
      const samples = Math.floor(due - at);
      line.capture(Float32Array.from({ length: samples }, (_, index) => tone(at + index)));
      at += samples;
    };
    for (let turn = 0; turn < 4000; turn += 1) {
      if (given.isCapturedFirst) {
        capture();
      }
      const block = new Float32Array(burst);
      line.render(block);
      output.push(...block);
      if (!given.isCapturedFirst) {
        capture();
      }
    }
    const steepest = 0.5 * ((2 * Math.PI * 440) / 48_000) * 1.1;
    const heard = output.slice(48_000);
    const steps = heard.slice(1).map((sample, index) => Math.abs(sample - (heard[index] ?? 0)));
    expect(steps.reduce((most, step) => Math.max(most, step))).toBeLessThan(steepest);
    expect(steps.filter((step) => step === 0)).toEqual([]);
  });
});
