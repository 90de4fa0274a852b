/** Part of a video, in its own time. */
export interface Span {
  readonly fromUs: number;
  readonly toUs: number;
}

/** Most spans that are told one by one; past it near ones grow together. */
const MOST_SPANS = 200;

/** Collects frames that were left as they are, as spans. */
export interface UntouchedSpans {
  /** A frame that was left alone, in order of time. */
  add(timestampUs: number, durationUs: number): void;
  list(): Span[];
}

/** Spans that touch become one. Memory is bounded whatever the video does. */
export function createUntouchedSpans(): UntouchedSpans {
  const spans: { fromUs: number; toUs: number }[] = [];
  return {
    add(timestampUs, durationUs) {
      const last = spans.at(-1);
      // Timestamps are rounded, so neighbours may miss each other by a little.
      if (last !== undefined && timestampUs <= last.toUs + 1000) {
        last.toUs = Math.max(last.toUs, timestampUs + durationUs);
        return;
      }
      spans.push({ fromUs: Math.max(0, timestampUs), toUs: timestampUs + durationUs });
      if (spans.length > MOST_SPANS) {
        joinNearest(spans);
      }
    },
    list: () => spans.map((span) => ({ ...span })),
  };
}

function joinNearest(spans: { fromUs: number; toUs: number }[]): void {
  let best = 1;
  for (let index = 2; index < spans.length; index += 1) {
    if (gapBefore(spans, index) < gapBefore(spans, best)) {
      best = index;
    }
  }
  const [joined] = spans.splice(best, 1);
  const before = spans[best - 1];
  if (joined !== undefined && before !== undefined) {
    before.toUs = joined.toUs;
  }
}

function gapBefore(spans: readonly Span[], index: number): number {
  return (spans[index]?.fromUs ?? 0) - (spans[index - 1]?.toUs ?? 0);
}
