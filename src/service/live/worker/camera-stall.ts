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
  /** Called for a stall, and again while it lasts. */
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
  let isEnded = false;
  /** Returns whether frames were decoded but not delivered since the last deliveries. */
  const isStalled = async (): Promise<boolean> => {
    if (delivered !== countDelivered()) {
      delivered = countDelivered();
      decodedBefore = null;
      return false;
    }
    const decoded = await countDecoded();
    if (delivered !== countDelivered()) {
      return false;
    }
    decodedBefore = Math.min(decodedBefore ?? decoded, decoded);
    return decoded - decodedBefore >= STALLED_FRAMES;
  };
  const check = async (): Promise<void> => {
    // A room that is being left has no statistics.
    const stalled = await isStalled().catch(() => false);
    isReading = false;
    if (stalled && !isEnded) {
      decodedBefore = null;
      onStall();
    }
  };
  const timer = setInterval(() => {
    if (!isReading) {
      isReading = true;
      void check();
    }
  }, CHECK_MS);
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}
