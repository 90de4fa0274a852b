import {
  type Extension,
  ExtensionProfiles,
  RtcpSenderInfo,
  RtcpSrPacket,
  RtpHeader,
  type RtpPacket,
} from 'werift';
import { createSsrc } from '../ids/random-ids.ts';
import { type Codec, extensionUri } from '../sdp/types.ts';
import { type StoredPacket, PacketHistory } from './packet-history.ts';
import { isKeyFrameStart, parseVp8Descriptor } from './payloads.ts';
import { toSequenceDistance } from './sequence.ts';
import type { UpStream } from './up-stream.ts';
import type { TrackSink } from './track-sink.ts';
import { topRank, type UpTrack } from './up-track.ts';

/** Media section of a subscriber into which the room sends. */
export interface DownSection {
  readonly codec: Codec;
  readonly extensions: ReadonlyMap<string, number>;
}

/** Minimum and maximum playout delay of the receiver: none. Saves 15 to 300 ms in each direction. */
const noPlayoutDelay = Buffer.from([0, 0, 0]);

/** Size limit of a one-byte header extension. */
const maxExtensionBytes = 16;

/** The subscriber's path. */
export interface DownPath {
  sendRtp(payload: Buffer, header: RtpHeader): void;
  sendRtcp(packet: Buffer): void;
}

/**
 * A track sent to one subscriber: it has its own SSRC, sequence numbers and picture ids, so that it stays one
 * stream when the publisher's layer changes.
 */
export class DownTrack implements TrackSink {
  readonly ssrc = createSsrc();
  readonly rtxSsrc = createSsrc();
  readonly upTrack: UpTrack;
  /** Stream and track as SDP names them. */
  readonly msid: string;
  readonly cname: string;
  readonly counters = { packets: 0, bytes: 0, repeated: 0, evicted: 0, keyFrameRequests: 0 };
  readonly #path: DownPath;
  readonly #header = new RtpHeader({ extensionProfile: ExtensionProfiles.OneByte });
  /** Created with the first video packet; audio is not retransmitted. */
  #history: PacketHistory | null = null;
  #section: DownSection | null = null;
  #source: UpStream | null = null;
  #isPaused = false;
  #maxRank = topRank;
  #sequenceOffset = 0;
  #timestampOffset = 0;
  #lastSequence = -1;
  /** Advance of the sequence numbers since the source was switched. */
  #sinceChange = 0;
  #lastTimestamp = 0;
  #lastSentMs = 0;
  #rtxSequence = createSsrc() & 0xffff;
  #pictureOffset = 0;
  #baseIndexOffset = 0;
  #lastPicture = -1;
  #lastBaseIndex = 0;

  constructor(upTrack: UpTrack, names: Pick<DownTrack, 'msid' | 'cname'>, path: DownPath) {
    this.upTrack = upTrack;
    this.msid = names.msid;
    this.cname = names.cname;
    this.#path = path;
  }

  /** Section it is sent in; null while none is free for it. */
  get section(): DownSection | null {
    return this.#section;
  }

  /** Sets its section; null removes it. */
  setSection(section: DownSection | null): void {
    this.#section = section;
    this.#header.payloadType = section?.codec.payloadType ?? 0;
  }

  /** Pauses or resumes, with a key frame. */
  setPaused(isPaused: boolean): void {
    if (this.#isPaused && !isPaused) {
      this.#source = null;
      this.upTrack.requestKeyFrame(null);
    }
    this.#isPaused = isPaused;
  }

  /** Best layer the subscriber wants: 0 low, 1 medium, 2 high. */
  setMaxRank(rank: number): void {
    this.#maxRank = Math.max(0, Math.min(topRank, rank));
  }

  /** Requests a key frame of the current source. */
  requestKeyFrame(): void {
    this.counters.keyFrameRequests += 1;
    this.upTrack.requestKeyFrame(this.#source);
  }

  /** Sends a packet of the publisher when it belongs to the layer that is shown, or changes over to it. */
  forward(stream: UpStream, packet: RtpPacket, nowMs: number): void {
    const section = this.#section;
    if (section === null || this.#isPaused) {
      return;
    }
    if (this.#source !== stream && !this.#changeOver(stream, packet, section, nowMs)) {
      return;
    }
    const sequence = (packet.header.sequenceNumber + this.#sequenceOffset) & 0xffff;
    const ahead = this.#lastSequence < 0 ? 1 : toSequenceDistance(sequence, this.#lastSequence);
    // From before the switch: its number belongs to another packet, and would be encrypted twice with one
    // nonce.
    if (-ahead > this.#sinceChange) {
      return;
    }
    const payload = this.#toPayload(packet.payload);
    const timestamp = this.#toTimestamp(packet.header.timestamp);
    const extensions = this.#toExtensions(packet, section);
    if (ahead > 0) {
      this.#sinceChange += ahead;
      this.#lastSequence = sequence;
      this.#lastTimestamp = timestamp;
      this.#lastSentMs = nowMs;
    }
    const { marker } = packet.header;
    if (this.upTrack.kind === 'video') {
      this.#history ??= new PacketHistory();
      this.#history.store(sequence, { timestamp, marker, payload, extensions });
    }
    this.counters.packets += 1;
    this.counters.bytes += payload.length;
    const header = this.#header;
    header.ssrc = this.ssrc;
    header.payloadType = section.codec.payloadType;
    header.sequenceNumber = sequence;
    header.timestamp = timestamp;
    header.marker = marker;
    header.extension = extensions.length > 0;
    header.extensions = extensions;
    this.#path.sendRtp(payload, header);
  }

  /** Sends the publisher's clock in the timeline of this stream, which keeps its audio and video in sync. */
  forwardSenderReport(stream: UpStream, { ntpTimestamp, rtpTimestamp }: RtcpSenderInfo): void {
    if (this.#source !== stream) {
      return;
    }
    const senderInfo = new RtcpSenderInfo({
      ntpTimestamp,
      rtpTimestamp: this.#toTimestamp(rtpTimestamp),
      packetCount: this.counters.packets >>> 0,
      octetCount: this.counters.bytes >>> 0,
    });
    this.#path.sendRtcp(new RtcpSrPacket({ ssrc: this.ssrc, senderInfo }).serialize());
  }

  /** Retransmits the packets that a subscriber lost, as far as they are stored. */
  repeat(lost: readonly number[], nowMs: number): void {
    const codec = this.#section?.codec;
    if (codec === undefined) {
      return;
    }
    for (const sequence of lost) {
      if (this.#history?.has(sequence) !== true) {
        this.counters.evicted += 1;
        continue;
      }
      const stored = this.#history.read(sequence, nowMs);
      if (stored !== null) {
        this.counters.repeated += 1;
        this.#repeatOne(sequence, stored, codec);
      }
    }
  }

  #repeatOne(sequence: number, stored: StoredPacket, codec: Codec): void {
    const header = this.#header;
    const { numbered, extensions } = stored;
    header.timestamp = stored.timestamp;
    header.marker = stored.marker;
    header.extension = extensions.length > 0;
    header.extensions = extensions;
    if (codec.rtxPayloadType === null) {
      header.ssrc = this.ssrc;
      header.payloadType = codec.payloadType;
      header.sequenceNumber = sequence;
      this.#path.sendRtp(numbered.subarray(2), header);
      return;
    }
    this.#rtxSequence = (this.#rtxSequence + 1) & 0xffff;
    header.ssrc = this.rtxSsrc;
    header.payloadType = codec.rtxPayloadType;
    header.sequenceNumber = this.#rtxSequence;
    this.#path.sendRtp(numbered, header);
  }

  /** The publisher's RTP time in this stream. */
  #toTimestamp(timestamp: number): number {
    return (timestamp + this.#timestampOffset) >>> 0;
  }

  /** Another layer takes over only when it is the best one, and with a key frame. */
  #changeOver(stream: UpStream, packet: RtpPacket, section: DownSection, nowMs: number): boolean {
    if (this.upTrack.findBest(this.#maxRank, nowMs) !== stream) {
      return false;
    }
    const { mime } = this.upTrack.codec;
    // Packets after a late one are sent already: the gap in its frame could not be filled.
    const isWhole = stream.isNewest(packet.header.sequenceNumber);
    if (!isWhole || !isKeyFrameStart(mime, packet.payload)) {
      this.upTrack.requestKeyFrame(stream);
      return false;
    }
    if (this.#lastSequence >= 0) {
      const passed = Math.max(1, nowMs - this.#lastSentMs) * (section.codec.clockRate / 1000);
      const next = this.#lastTimestamp + Math.round(passed);
      this.#sequenceOffset = (this.#lastSequence + 1 - packet.header.sequenceNumber) & 0xffff;
      this.#timestampOffset = (next - packet.header.timestamp) >>> 0;
    }
    const vp8 = mime === 'video/vp8' ? parseVp8Descriptor(packet.payload) : null;
    if (vp8 !== null && vp8.pictureId >= 0 && this.#lastPicture >= 0) {
      this.#pictureOffset = (this.#lastPicture + 1 - vp8.pictureId) & 0x7fff;
      this.#baseIndexOffset =
        vp8.baseIndex < 0 ? 0 : (this.#lastBaseIndex + 1 - vp8.baseIndex) & 0xff;
    }
    this.#source = stream;
    // The first packet behind the change goes one number further.
    this.#sinceChange = -1;
    return true;
  }

  /** Returns the payload with the picture ids of this stream; the publisher's bytes when they already match. */
  #toPayload(payload: Buffer): Buffer {
    const vp8 = this.upTrack.codec.mime === 'video/vp8' ? parseVp8Descriptor(payload) : null;
    if (vp8 === null || vp8.pictureId < 0) {
      return payload;
    }
    const picture = (vp8.pictureId + this.#pictureOffset) & (vp8.isLongPictureId ? 0x7fff : 0x7f);
    const baseIndex = (vp8.baseIndex + this.#baseIndexOffset) & 0xff;
    if (
      this.#lastPicture < 0 ||
      toSequenceDistance((picture << 1) & 0xffff, (this.#lastPicture << 1) & 0xffff) > 0
    ) {
      this.#lastPicture = picture;
      this.#lastBaseIndex = vp8.baseIndex < 0 ? this.#lastBaseIndex : baseIndex;
    }
    if (this.#pictureOffset === 0 && this.#baseIndexOffset === 0) {
      return payload;
    }
    const changed = Buffer.from(payload);
    if (vp8.isLongPictureId) {
      changed.writeUInt16BE(0x8000 | picture, vp8.pictureIdAt);
    } else {
      changed[vp8.pictureIdAt] = picture;
    }
    if (vp8.baseIndexAt >= 0) {
      changed[vp8.baseIndexAt] = baseIndex;
    }
    return changed;
  }

  #toExtensions(packet: RtpPacket, section: DownSection): Extension[] {
    const out: Extension[] = [];
    for (const uri of [extensionUri.orientation, extensionUri.captureTime]) {
      const from = this.upTrack.extensions.get(uri);
      const id = section.extensions.get(uri);
      const found = packet.header.extensions.find((extension) => extension.id === from);
      const length = found?.payload.length ?? 0;
      if (id !== undefined && found !== undefined && length > 0 && length <= maxExtensionBytes) {
        out.push({ id, payload: found.payload });
      }
    }
    const delay = section.extensions.get(extensionUri.playoutDelay);
    if (delay !== undefined && this.upTrack.kind === 'video') {
      out.push({ id: delay, payload: noPlayoutDelay });
    }
    return out;
  }
}
