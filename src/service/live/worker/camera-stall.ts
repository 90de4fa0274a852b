/** Interval of the checks: half a second without a frame is seen, and statistics are read only then. */
const CHECK_MS = 250;
/** Decoded frames without a delivered one that make a stall. */
const STALLED_FRAMES = 5;

/** Counters of a video track, from its start. */
export interface TrackCounters {
  /** Frames that the reader of the track received. */
  readonly countDelivered: () => number;
  /** Frames that were decoded; falls when the receive stream is made anew. */
  readonly countDecoded: () => Promise<number>;
  /** Called once per stall. */
  readonly onStall: () => void;
}

/**
 * Watches for a track whose frames are decoded but not delivered. libwebrtc drops every frame that is due before the
 * last one: when the playout delay of a running track becomes 0, frames are due at time 0, and none is delivered until
 * the receive stream is made anew (`VideoRenderFrames::AddFrame`). The returned function ends the watch.
 */
export function watchForStall({
  countDelivered,
  countDecoded,
  onStall,
}: TrackCounters): () => void {
  let delivered = countDelivered();
  let decodedBefore: number | null = null;
  let isReading = false;
  const check = async (): Promise<void> => {
    if (delivered !== countDelivered()) {
      delivered = countDelivered();
      decodedBefore = null;
      return;
    }
    const decoded = await countDecoded();
    if (delivered !== countDelivered()) {
      return;
    }
    decodedBefore = Math.min(decodedBefore ?? decoded, decoded);
    if (decoded - decodedBefore >= STALLED_FRAMES) {
      decodedBefore = null;
      onStall();
    }
  };
  const timer = setInterval(() => {
    if (isReading) {
      return;
    }
    isReading = true;
    check()
      .catch(() => {
        // A room that is being left has no statistics.
      })
      .finally(() => {
        isReading = false;
      });
  }, CHECK_MS);
  return () => clearInterval(timer);
}
