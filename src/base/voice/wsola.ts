import type { SampleQueue } from './sample-queue.ts';

/** Stretch that is compared: 5 ms. */
export const SPLICE_SAMPLES = 80;

/** Similarity of the audio at two positions, -1..1; silence is similar to silence. */
function measureSimilarity(queue: SampleQueue, one: number, other: number, length: number): number {
  let product = 0;
  let first = 1e-7;
  let second = 1e-7;
  for (let offset = 0; offset < length; offset += 1) {
    const a = queue.at(one + offset);
    const b = queue.at(other + offset);
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return (product + 1e-7) / Math.sqrt(first * second);
}

/** Finds the distance at which the audio of a position repeats: the lag of maximum similarity. */
export function searchRepeat(
  queue: SampleQueue,
  offset: number,
  range: { readonly from: number; readonly to: number; readonly length: number },
): { readonly distance: number; readonly similarity: number } {
  let distance = range.from;
  let best = Number.NEGATIVE_INFINITY;
  const step = Math.sign(range.to - range.from);
  for (let tried = range.from; tried * step < range.to * step; tried += step) {
    const found = measureSimilarity(queue, offset, offset + tried, range.length);
    if (found > best) {
      best = found;
      distance = tried;
    }
  }
  return { distance, similarity: best };
}

/**
 * Continues from a later position, which removes a segment, or from an earlier one, which repeats it;
 * crossfades between the two positions.
 */
export function splice(queue: SampleQueue, by: number): void {
  const from = queue.next;
  for (let offset = 0; offset < SPLICE_SAMPLES; offset += 1) {
    const weight = (offset + 0.5) / SPLICE_SAMPLES;
    const blended = (1 - weight) * queue.at(from + offset) + weight * queue.at(from + by + offset);
    queue.set(from + by + offset, blended);
  }
  queue.next += by;
}
