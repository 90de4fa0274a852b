import type { RtpPacket } from 'werift';
import { extensionUri } from '../sdp/types.ts';
import { UpStream } from './up-stream.ts';
import type { UpTrack } from './up-track.ts';

/** Sources one participant may use, layers and retransmissions together. */
const maxSources = 64;

/** Track and stream of an SSRC. */
export interface UpSource {
  readonly track: UpTrack;
  readonly stream: UpStream;
  /** True when the source retransmits packets of the stream (RFC 4588). */
  readonly isRtx: boolean;
}

/** Dependencies of the sources. */
export interface UpSourcesOptions {
  /** URI of a header extension id of the peer. */
  readonly extensionUriOf: (id: number) => string | undefined;
  /** A stream that was not there before begins. */
  readonly onStream: () => void;
}

/** Which source belongs to which track of one participant: named by the description, or learned from packets. */
export class UpSources {
  readonly #options: UpSourcesOptions;
  readonly #tracks = new Map<string, UpTrack>();
  readonly #sources = new Map<number, UpSource>();

  constructor(options: UpSourcesOptions) {
    this.#options = options;
  }

  /** Adds a track; `named` are the sources in the description when there are no layers. */
  add(track: UpTrack, named: { readonly ssrc: number | null; readonly rtx: number | null }): void {
    this.#tracks.set(track.mid, track);
    if (track.rids.length === 0 && named.ssrc !== null) {
      const stream = this.#addStream(track, named.ssrc, '');
      // A source that already uses the number keeps it.
      if (stream !== null && named.rtx !== null && this.find(named.rtx) === null) {
        this.#addSource(named.rtx, { track, stream, isRtx: true });
      }
    }
  }

  /** Forgets a track and its sources. */
  remove(track: UpTrack): void {
    if (this.#tracks.get(track.mid) === track) {
      this.#tracks.delete(track.mid);
    }
    for (const [ssrc, source] of this.#sources) {
      if (source.track === track) {
        this.#sources.delete(ssrc);
      }
    }
  }

  /** A source that is known; null when none is. */
  find(ssrc: number): UpSource | null {
    return this.#sources.get(ssrc) ?? null;
  }

  /** The source of a packet, learned from it when it is new; null when it belongs to no track. */
  findOf(packet: RtpPacket): UpSource | null {
    return this.find(packet.header.ssrc) ?? this.#findNew(packet);
  }

  /** All that are known. */
  all(): Iterable<UpSource> {
    return this.#sources.values();
  }

  /** Header extension of a packet by its URI. */
  findExtension({ header }: RtpPacket, uri: string): Buffer | undefined {
    return header.extensions.find(({ id }) => this.#options.extensionUriOf(id) === uri)?.payload;
  }

  clear(): void {
    this.#tracks.clear();
    this.#sources.clear();
  }

  /** Learns a source from the section and layer ids that its first packets carry. */
  #findNew(packet: RtpPacket): UpSource | null {
    const mid = this.findExtension(packet, extensionUri.mid)?.toString('latin1');
    const track = mid === undefined ? undefined : this.#tracks.get(mid);
    if (track === undefined) {
      return null;
    }
    const repaired = this.findExtension(packet, extensionUri.repairedRid)?.toString('latin1');
    const rid = this.findExtension(packet, extensionUri.rid)?.toString('latin1');
    const { ssrc, payloadType } = packet.header;
    if (repaired !== undefined) {
      const stream = track.findLayer(repaired);
      return stream === null ? null : this.#addSource(ssrc, { track, stream, isRtx: true });
    }
    if (rid === undefined ? payloadType !== track.codec.payloadType : !track.rids.includes(rid)) {
      return null;
    }
    const stream = this.#addStream(track, ssrc, rid ?? '');
    return stream === null ? null : { track, stream, isRtx: false };
  }

  #addStream(track: UpTrack, ssrc: number, rid: string): UpStream | null {
    const known = this.#sources.get(ssrc);
    if (known !== undefined) {
      return known.track === track ? known.stream : null;
    }
    const stream = new UpStream(ssrc, rid, track.codec.clockRate);
    if (this.#addSource(ssrc, { track, stream, isRtx: false }) === null) {
      return null;
    }
    track.streams.set(ssrc, stream);
    this.#options.onStream();
    return stream;
  }

  #addSource(ssrc: number, source: UpSource): UpSource | null {
    if (this.#sources.size >= maxSources) {
      return null;
    }
    this.#sources.set(ssrc, source);
    return source;
  }
}
