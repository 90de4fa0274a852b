import type { Room } from '@livekit/rtc-node';

/** Measures the delay that the room, buffers and codecs add to a frame. */
export interface RoomDelay {
  /** Mean of the time since the last call, in milliseconds; the last known while nothing is new. */
  measure(): Promise<number>;
}

interface Totals {
  seconds: number;
  frames: number;
}

/**
 * Reads the statistics of both directions: half a round trip each, the wait for a complete frame, decoding and
 * encoding. Excludes cameras, displays and the client's own processing.
 */
export function createRoomDelay(room: Pick<Room, 'getRtcStats'>): RoomDelay {
  const waited = createMean();
  const decoded = createMean();
  const encoded = createMean();
  let roundTripMs = 0;
  return {
    async measure() {
      const { publisherStats, subscriberStats } = await room.getRtcStats();
      for (const { stats } of [...publisherStats, ...subscriberStats]) {
        if (stats.case === 'inboundRtp') {
          const { inbound } = stats.value;
          const buffered = Number(inbound?.jitterBufferEmittedCount ?? 0n);
          waited.add({ seconds: inbound?.jitterBufferDelay ?? 0, frames: buffered });
          decoded.add({
            seconds: inbound?.totalDecodeTime ?? 0,
            frames: inbound?.framesDecoded ?? 0,
          });
        } else if (stats.case === 'outboundRtp') {
          const { outbound } = stats.value;
          encoded.add({
            seconds: outbound?.totalEncodeTime ?? 0,
            frames: outbound?.framesEncoded ?? 0,
          });
        } else if (stats.case === 'candidatePair') {
          const { candidatePair } = stats.value;
          if (candidatePair?.nominated === true) {
            roundTripMs = (candidatePair.currentRoundTripTime ?? 0) * 1000;
          }
        }
      }
      return waited.ms() + decoded.ms() + encoded.ms() + roundTripMs;
    },
  };
}

/** Mean of the increase of two totals between calls. */
function createMean(): { add(totals: Totals): void; ms(): number } {
  let before: Totals = { seconds: 0, frames: 0 };
  let meanMs = 0;
  return {
    add(totals) {
      const frames = totals.frames - before.frames;
      if (frames > 0) {
        meanMs = ((totals.seconds - before.seconds) / frames) * 1000;
      }
      before = totals;
    },
    ms: () => Math.max(0, meanMs),
  };
}
