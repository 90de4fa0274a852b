/**
 * Changes pitch and size of a voice by pitch-synchronous overlap-add: grains of two periods are cut at the
 * marks of the voice, stretched to another size of the vocal tract and laid down at the new period. Sound
 * without voice and silence pass as they are. Works on an inner grid of 5 ms, so that the result is the
 * same bit by bit however the stream is cut.
 */
import { PitchMarks } from './pitch-marks.ts';
import { type PitchGrid, toPitchGrid } from './pitch-tracker.ts';
import { createSampleRing, type SampleRing } from './sample-ring.ts';

/** What a voice is turned into. */
export interface VoiceShift {
  /** Pitch, as a factor of what comes in. */
  readonly pitch: number;
  /** Liveliness: how far the pitch moves around the pivot, as a factor. */
  readonly spread: number;
  /** Mean pitch of the voice that comes in; around it the spread is changed. */
  readonly pivotHz: number;
  /** Resonances, as a factor: above 1 is a smaller speaker. */
  readonly formants: number;
}

/** Pitch that comes out lies between these. */
const lowestHz = 55;
const highestHz = 520;

/** See the head of the file. One stream of one voice; allocates nothing while it runs. */
export class Psola {
  /** By how many samples the output lies behind the input. */
  readonly latency: number;
  /** Samples that came after their place had been given out; always 0 unless the latency is wrong. */
  lateWrites = 0;
  readonly #shift: VoiceShift;
  readonly #grid: PitchGrid;
  readonly #ring: SampleRing;
  readonly #marks: PitchMarks;
  readonly #output: Float64Array;
  readonly #outputMask: number;
  /** Where the next grain is laid down. */
  #time = 0;
  #mark = 0;

  constructor(sampleRateHz: number, shift: VoiceShift) {
    this.#shift = shift;
    this.#grid = toPitchGrid(sampleRateHz);
    const { lookAhead, hop, longestPeriod } = this.#grid;
    const reach = Math.ceil(longestPeriod * 1.3 * Math.max(1, 1 / shift.formants));
    this.latency = lookAhead + hop + Math.ceil(longestPeriod * 1.5) + reach + 16;
    const size = 2 ** Math.ceil(Math.log2(4 * this.latency + sampleRateHz / 4));
    this.#ring = createSampleRing(size);
    this.#marks = new PitchMarks(this.#ring, this.#grid);
    this.#output = new Float64Array(size);
    this.#outputMask = size - 1;
  }

  /** Takes samples in and gives as many out, in other memory or the same. */
  process(input: Float32Array, output: Float32Array): void {
    for (let index = 0; index < input.length; index += 1) {
      this.#ring.push(input[index]!);
      const count = this.#ring.length;
      if (count % this.#grid.hop === 0) {
        this.#marks.advance();
        this.#synthesise();
      }
      const place = count - 1 - this.latency;
      const slot = place & this.#outputMask;
      output[index] = place < 0 ? 0 : this.#output[slot]!;
      this.#output[slot] = 0;
    }
  }

  #synthesise(): void {
    const marks = this.#marks;
    for (;;) {
      while (this.#mark + 1 < marks.count && this.#isNearer(this.#mark + 1)) {
        this.#mark += 1;
      }
      const next = this.#mark + 1;
      if (next >= marks.count || marks.placeOf(next) <= this.#time) {
        return;
      }
      if (marks.isVoiced(this.#mark)) {
        const period = marks.periodOf(this.#mark);
        const target = this.#mapPeriod(period);
        this.#layVoiced(period, target);
        this.#time += target;
      } else {
        this.#time = Math.round(this.#time);
        this.#layUnvoiced();
        this.#time += this.#grid.hop;
      }
    }
  }

  #isNearer(mark: number): boolean {
    const distance = Math.abs(this.#marks.placeOf(mark) - this.#time);
    return distance <= Math.abs(this.#marks.placeOf(mark - 1) - this.#time);
  }

  #mapPeriod(period: number): number {
    const { pitch, spread, pivotHz } = this.#shift;
    const { sampleRateHz } = this.#grid;
    const moved = pivotHz * (sampleRateHz / period / pivotHz) ** spread * pitch;
    return sampleRateHz / Math.min(highestHz, Math.max(lowestHz, moved));
  }

  #layVoiced(period: number, target: number): void {
    const marks = this.#marks;
    const { formants } = this.#shift;
    const place = marks.placeOf(this.#mark);
    const before = this.#mark > 0 ? place - marks.placeOf(this.#mark - 1) : period;
    const left = Math.min(before, period * 1.3);
    const right = Math.min(period, period * 1.3);
    // Grains that lie closer add up to more.
    const gain = Math.sqrt((target / period) * formants);
    const base = Math.floor(this.#time);
    const fraction = this.#time - base;
    const last = Math.floor(right / formants) + 1;
    for (let offset = -Math.floor(left / formants); offset <= last; offset += 1) {
      const inGrain = (offset - fraction) * formants;
      const length = inGrain < 0 ? left : right;
      if (Math.abs(inGrain) < length) {
        const weight = 0.5 + 0.5 * Math.cos((Math.PI * inGrain) / length);
        this.#add(base + offset, gain * weight * this.#between(place + inGrain));
      }
    }
  }

  /** Laid down where it was cut, so that neighbours add up to the sound that came in. */
  #layUnvoiced(): void {
    const { hop } = this.#grid;
    for (let offset = 1 - hop; offset < hop; offset += 1) {
      const weight = 0.5 + 0.5 * Math.cos((Math.PI * offset) / hop);
      const at = this.#time + offset;
      this.#add(at, weight * this.#ring.at(at));
    }
  }

  /** The input between two samples, by Hermite's cubic. */
  #between(place: number): number {
    const ring = this.#ring;
    const index = Math.floor(place);
    const t = place - index;
    const a = ring.at(index - 1);
    const b = ring.at(index);
    const c = ring.at(index + 1);
    const d = ring.at(index + 2);
    const slope = 0.5 * (c - a);
    const square = a - 2.5 * b + 2 * c - 0.5 * d;
    const cube = 0.5 * (d - a) + 1.5 * (b - c);
    return ((cube * t + square) * t + slope) * t + b;
  }

  #add(at: number, value: number): void {
    // `process` gives out a place after the synthesis of its hop, so this one is still open.
    if (at < this.#ring.length - 1 - this.latency) {
      this.lateWrites += at >= 0 && Math.abs(value) > 1e-6 ? 1 : 0;
    } else if (at >= 0) {
      const slot = at & this.#outputMask;
      this.#output[slot] = this.#output[slot]! + value;
    }
  }
}
