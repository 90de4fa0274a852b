import type { Codec, TrackKind } from '../sdp/types.ts';
import type { TrackSink } from './track-sink.ts';
import type { UpStream } from './up-stream.ts';

/** A layer that was silent for longer is not chosen. */
const liveMs = 1500;
const ranks: ReadonlyMap<string, number> = new Map([
  ['q', 0],
  ['h', 1],
  ['f', 2],
  ['', 2],
]);

/** The rank of the best layer; tracks without layers have it. */
export const topRank = 2;

/** A track as it comes in: its layers, and who gets it. */
export class UpTrack {
  readonly sid: string;
  readonly kind: TrackKind;
  readonly codec: Codec;
  /** Section of the publisher's description. */
  readonly mid: string;
  readonly rids: readonly string[];
  /** Ids the publisher gives its header extensions, by URI. */
  readonly extensions: ReadonlyMap<string, number>;
  /** Streams by SSRC. */
  readonly streams = new Map<number, UpStream>();
  readonly downTracks = new Set<TrackSink>();
  /** Asks the publisher for a key frame of a layer, at most once in a while. */
  readonly #askForKeyFrame: (stream: UpStream) => void;

  constructor(
    shape: Pick<UpTrack, 'sid' | 'kind' | 'codec' | 'mid' | 'rids' | 'extensions'>,
    askForKeyFrame: (stream: UpStream) => void,
  ) {
    this.sid = shape.sid;
    this.kind = shape.kind;
    this.codec = shape.codec;
    this.mid = shape.mid;
    this.rids = shape.rids;
    this.extensions = shape.extensions;
    this.#askForKeyFrame = askForKeyFrame;
  }

  /** The best layer that sends now and is not above `maxRank`; else the lowest that sends; null when none does. */
  findBest(maxRank: number, nowMs: number): UpStream | null {
    let best: UpStream | null = null;
    let bestRank = -1;
    for (const stream of this.streams.values()) {
      const rank = computeRank(stream);
      const isLive = nowMs - stream.lastPacketMs < liveMs;
      const isBetter = rank <= maxRank ? bestRank > maxRank || rank > bestRank : rank < bestRank;
      if (isLive && (best === null || isBetter)) {
        best = stream;
        bestRank = rank;
      }
    }
    return best;
  }

  /** The newest source of the layer with a restriction id. */
  findLayer(rid: string): UpStream | null {
    return [...this.streams.values()].findLast((stream) => stream.rid === rid) ?? null;
  }

  /** Asks for a key frame of one layer, or of the best. Audio has none. */
  requestKeyFrame(stream: UpStream | null): void {
    const target = stream ?? this.findBest(topRank, performance.now());
    if (target !== null && this.kind === 'video') {
      this.#askForKeyFrame(target);
    }
  }
}

function computeRank(stream: UpStream): number {
  return ranks.get(stream.rid) ?? 0;
}
