/**
 * PSOLA: changes pitch, size and tone of a voice by pitch-synchronous overlap-add. Grains of two periods are cut at
 * pitch marks, resampled to another vocal-tract size and added at the new period. Silence passes unchanged, and so do
 * unvoiced sounds unless their tone is changed. It works on an internal grid of 5 ms, so that the result is bit-exact
 * however the stream is split.
 */
import { GrainCutter } from './grain-cutter.ts';
import { PitchMarks } from './pitch-marks.ts';
import { type PitchGrid, toPitchGrid } from './pitch-tracker.ts';
import { createSampleRing, type SampleRing } from './sample-ring.ts';
import type { VoiceMapper } from './voice-mapper.ts';
import { VoicedLevel } from './voiced-level.ts';

/** Maximum half length of a grain, in periods. */
const longestHalf = 1.25;

/** Processes one stream of one voice; allocates nothing while running. */
export class Psola {
  /** Delay of the output in samples. */
  readonly latency: number;
  /** Number of samples that were written after their output position; 0 unless the latency is wrong. */
  lateWrites = 0;
  readonly #mapper: VoiceMapper;
  readonly #grid: PitchGrid;
  readonly #ring: SampleRing;
  readonly #marks: PitchMarks;
  readonly #cutter: GrainCutter;
  readonly #output: Float64Array;
  readonly #outputMask: number;
  /** Voicing of each output hop. */
  readonly #voiced: Uint8Array;
  readonly #level: VoicedLevel;
  /** Position of the next grain in the output. */
  #time = 0;
  #mark = 0;
  #wasVoiced = false;
  #lastHop = 0;
  /** Reused for every grain. */
  readonly #cut = { position: 0, left: 0, right: 0, formants: 1, shift: 0, gain: 1 };

  constructor(sampleRateHz: number, mapper: VoiceMapper) {
    this.#mapper = mapper;
    this.#grid = toPitchGrid(sampleRateHz);
    const { lookahead, hop, longestPeriod } = this.#grid;
    const reach = Math.ceil(longestPeriod * longestHalf * Math.max(1, 1 / mapper.minFormants));
    this.latency = lookahead + hop + Math.ceil(longestPeriod * 1.25) + reach + 2;
    const size = 2 ** Math.ceil(Math.log2(4 * this.latency + sampleRateHz / 4));
    this.#ring = createSampleRing(size);
    this.#marks = new PitchMarks(this.#ring, this.#grid, mapper.followsSpeaker);
    this.#cutter = new GrainCutter(this.#ring, Math.max(2 * reach + 8, mapper.shaper?.length ?? 0));
    this.#output = new Float64Array(size);
    this.#outputMask = size - 1;
    this.#voiced = new Uint8Array(2 ** Math.ceil(Math.log2(size / hop)));
    this.#level = new VoicedLevel(hop);
  }

  /** Processes any number of samples; `output` may be the same memory. */
  process(input: Float32Array, output: Float32Array): void {
    for (let index = 0; index < input.length; index += 1) {
      output[index] = this.step(input[index]);
    }
  }

  /** Processes one sample. */
  step(sample: number): number {
    this.#ring.push(sample);
    const count = this.#ring.length;
    if (count % this.#grid.hop === 0) {
      this.#marks.advance();
      this.#synthesise();
    }
    const position = count - 1 - this.latency;
    const slot = position & this.#outputMask;
    const value = position < 0 ? 0 : this.#output[slot];
    this.#output[slot] = 0;
    this.#level.add(this.#ring.at(position), value, this.isVoicedAt(position));
    return value;
  }

  /** Returns the voicing of a recent output sample, numbered from the first output. */
  isVoicedAt(position: number): boolean {
    const hop = Math.floor(position / this.#grid.hop) & (this.#voiced.length - 1);
    return (this.#voiced[hop] ?? 0) === 1;
  }

  #synthesise(): void {
    const marks = this.#marks;
    for (;;) {
      while (this.#mark + 1 < marks.count && this.#isNearer(this.#mark + 1)) {
        this.#mark += 1;
      }
      const next = this.#mark + 1;
      if (next >= marks.count || marks.positionOf(next) <= this.#time) {
        return;
      }
      if (marks.isVoiced(this.#mark)) {
        const period = marks.periodOf(this.#mark);
        if (!this.#wasVoiced && this.#mapper.followsSpeaker === true) {
          // The first grain is added where it was, so that the onset is in phase with what precedes it.
          this.#time = Math.max(this.#time, marks.positionOf(this.#mark));
        }
        this.#wasVoiced = true;
        const target = this.#mapper.mapPeriod(period, this.#time);
        this.#addVoiced(period, target);
        this.#time += target;
      } else {
        this.#wasVoiced = false;
        this.#time = Math.round(this.#time);
        this.#addUnvoiced();
        this.#time += this.#grid.hop;
      }
    }
  }

  #isNearer(mark: number): boolean {
    const distance = Math.abs(this.#marks.positionOf(mark) - this.#time);
    return distance <= Math.abs(this.#marks.positionOf(mark - 1) - this.#time);
  }

  /** Mixes the marks before and after: a repeated single grain would sound like a lower voice. */
  #addVoiced(period: number, target: number): void {
    const cut = this.#cut;
    const base = Math.floor(this.#time);
    cut.formants = this.#mapper.formants;
    cut.shift = this.#time - base;
    // Compensates the higher energy of denser grains, and what their overlap takes or adds.
    const level = this.#mapper.keepsLevel === true ? this.#level.gain : 1;
    const gain = level * Math.sqrt((target / period) * cut.formants);
    const other = this.#findNeighbour();
    const weight = other < 0 ? 0 : this.#nearness(other);
    this.#aim(this.#mark, gain * (1 - weight));
    this.#cutter.cutVoiced(cut);
    if (weight > 0.02) {
      this.#aim(other, gain * weight);
      this.#cutter.addVoiced(cut);
    }
    this.#addGrain(base, true);
  }

  /** Returns the voiced mark on the other side of the time; -1 without one. */
  #findNeighbour(): number {
    const marks = this.#marks;
    const other = marks.positionOf(this.#mark) <= this.#time ? this.#mark + 1 : this.#mark - 1;
    return other >= 0 && other < marks.count && marks.isVoiced(other) ? other : -1;
  }

  #nearness(other: number): number {
    const position = this.#marks.positionOf(this.#mark);
    return Math.abs((this.#time - position) / (this.#marks.positionOf(other) - position));
  }

  #aim(mark: number, gain: number): void {
    const marks = this.#marks;
    const cut = this.#cut;
    const period = marks.periodOf(mark);
    const position = marks.positionOf(mark);
    const before = mark > 0 ? position - marks.positionOf(mark - 1) : period;
    cut.position = position;
    cut.left = Math.min(before, period * longestHalf);
    cut.right = period;
    cut.gain = gain;
  }

  /** Adds an unvoiced grain at its original position, so that neighbours sum to the input. */
  #addUnvoiced(): void {
    this.#cutter.cutUnvoiced(this.#time, this.#grid.hop);
    this.#addGrain(this.#time, false);
  }

  #addGrain(base: number, isVoiced: boolean): void {
    const { signal, from } = this.#cutter;
    let { to } = this.#cutter;
    const { shaper } = this.#mapper;
    if (shaper !== null && !this.#cutter.isSilent) {
      shaper.shape(signal, isVoiced);
      to = Math.min(to + shaper.tail, shaper.length + from);
    }
    const hop = Math.floor(base / this.#grid.hop);
    for (; this.#lastHop < hop; this.#lastHop += 1) {
      this.#voiced[(this.#lastHop + 1) & (this.#voiced.length - 1)] = isVoiced ? 1 : 0;
    }
    const { length } = signal;
    // The output is read after the synthesis of its hop, so this sample is still writable.
    const open = Math.max(0, this.#ring.length - 1 - this.latency) - base;
    for (let offset = from; offset < to; offset += 1) {
      const value = signal[offset < 0 ? offset + length : offset];
      if (offset >= open) {
        const slot = (base + offset) & this.#outputMask;
        this.#output[slot] = this.#output[slot] + value;
      } else if (base + offset >= 0 && Math.abs(value) > 1e-6) {
        this.lateWrites += 1;
      }
    }
  }
}
