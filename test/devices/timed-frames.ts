import { CODE_COUNT, codeAt } from '../support/frame-code.ts';

/** Codes a millisecond: a code is the time of day in 0.1 ms, which processes and pages of a machine share. */
const PER_MS = 10;

/** The time of day as a code. */
export function toTimeCode(): number {
  return Math.floor(codeAt(performance.timeOrigin + performance.now(), 1000 * PER_MS));
}

/** Time code of a frame (null where it could not be read), and the time of its arrival. */
export interface SeenCode {
  readonly code: number | null;
  /** A code as well. */
  readonly atCode: number;
}

/** Arrival statistics of a sender's frames at a reader. */
export interface Arrivals {
  /** Number of frames sent between the first and the last received one. */
  readonly sent: number;
  /** Number of different received frames. */
  readonly unique: number;
  /** Frames received after a later one. */
  readonly disordered: number;
  /** Frames received again: the device fills gaps with the last frame. */
  readonly repeated: number;
  /** Delay from sending to the reader, at the first arrival of each frame, in milliseconds. */
  readonly delaysMs: readonly number[];
}

/** Compares sent codes with received ones; cards and other frames without a code are omitted. */
export function countArrivals(sent: readonly number[], seen: readonly SeenCode[]): Arrivals {
  const known = new Set(sent);
  const codes = seen.filter(({ code }) => code !== null && known.has(code));
  const order = new Map(sent.map((code, index) => [code, index]));
  const places = codes.map(({ code }) => order.get(code ?? -1) ?? -1);
  const first = places[0] ?? 0;
  const last = places.reduce((max, place) => Math.max(max, place), first);
  const firsts = new Map<number, SeenCode>();
  let [disordered, repeated] = [0, 0];
  for (const [index, place] of places.entries()) {
    const before = places[index - 1] ?? -1;
    disordered += place < before ? 1 : 0;
    const entry = codes[index];
    if (firsts.has(place)) {
      repeated += 1;
    } else if (entry !== undefined) {
      firsts.set(place, entry);
    }
  }
  return {
    sent: places.length === 0 ? 0 : last - first + 1,
    unique: firsts.size,
    disordered,
    repeated,
    delaysMs: [...firsts.values()].map(
      ({ code, atCode }) => ((atCode - (code ?? 0) + CODE_COUNT) % CODE_COUNT) / PER_MS,
    ),
  };
}
