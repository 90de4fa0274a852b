import {
  GenericNack,
  PictureLossIndication,
  RtcpPayloadSpecificFeedback,
  type RtcpPacket,
  RtcpRrPacket,
  RtcpSrPacket,
  RtcpTransportLayerFeedback,
  RtpHeader,
  RtpPacket,
} from 'werift';
import { createSsrc } from '../ids/random-ids.ts';
import { extensionUri } from '../sdp/types.ts';
import { CongestionFeedback } from './congestion-feedback.ts';
import type { DownTrack } from './down-track.ts';
import { writeKeyFrameRequest, writeRemb, writeNack } from './feedback.ts';
import { isKeyFrameStart } from './payloads.ts';
import { type UpSource, UpSources } from './up-sources.ts';
import type { UpStream } from './up-stream.ts';
import type { UpTrack } from './up-track.ts';

/** The encrypted path under a forwarder. */
export interface MediaPath {
  sendRtp(payload: Buffer, header: RtpHeader): void;
  sendRtcp(packet: Buffer): void;
  /** URI of a header extension id of the peer. */
  extensionUriOf(id: number): string | undefined;
  /** True when the peer is on this machine, so that no network is in between. */
  readonly isLocal: boolean;
}

const repeatEveryMs = 15;
const congestionEveryMs = 40;
const reportEveryMs = 1000;
const reportsPerPacket = 30;
const keyFrameGapMs = 300;

/**
 * Media of one path: receives what the participant publishes and requests lost packets, passes them to the
 * subscribers' {@link DownTrack}s, and answers the reports of the path's own subscriptions.
 */
export class Forwarder {
  /** Packets of no known source. */
  unknownPackets = 0;
  readonly #path: MediaPath;
  readonly #ssrc = createSsrc();
  readonly #sources: UpSources;
  readonly #downTracks = new Map<number, DownTrack>();
  readonly #congestion = new CongestionFeedback();
  readonly #timers: NodeJS.Timeout[];
  #congestionSsrc = 0;

  constructor(path: MediaPath) {
    this.#path = path;
    this.#sources = new UpSources({
      extensionUriOf: (id) => path.extensionUriOf(id),
      // A sender applies the first limit immediately only at its start.
      onStream: () => this.#grantLocal(),
    });
    this.#timers = [
      setInterval(() => this.#repeatNacks(), repeatEveryMs),
      setInterval(() => this.#reportReception(), reportEveryMs),
    ];
    if (!path.isLocal) {
      this.#timers.push(setInterval(() => this.#reportCongestion(), congestionEveryMs));
    }
  }

  /** Adds a published track; `sources` are those in the description when there are no layers. */
  addUpTrack(
    track: UpTrack,
    sources: { readonly ssrc: number | null; readonly rtx: number | null },
  ): void {
    this.#sources.add(track, sources);
  }

  /** Forgets a track and its sources. */
  removeUpTrack(track: UpTrack): void {
    this.#sources.remove(track);
  }

  /** Registers a track that is sent on this path for the subscribers' reports. */
  addDownTrack(track: DownTrack): void {
    this.#downTracks.set(track.ssrc, track);
    this.#downTracks.set(track.rtxSsrc, track);
  }

  /** The end of {@link addDownTrack}. */
  removeDownTrack(track: DownTrack): void {
    this.#downTracks.delete(track.ssrc);
    this.#downTracks.delete(track.rtxSsrc);
  }

  /** Asks for a key frame of a stream, at most every 300 ms. */
  requestKeyFrame(stream: UpStream): void {
    const nowMs = performance.now();
    if (nowMs - stream.lastKeyFrameRequestMs >= keyFrameGapMs) {
      stream.lastKeyFrameRequestMs = nowMs;
      stream.counters.keyFrameRequests += 1;
      this.#path.sendRtcp(writeKeyFrameRequest(this.#ssrc, stream.ssrc));
    }
  }

  /** Handles a decrypted packet of the peer. */
  receiveRtp(packet: RtpPacket): void {
    const nowMs = performance.now();
    const { header } = packet;
    const transport = this.#path.isLocal
      ? undefined
      : this.#sources.findExtension(packet, extensionUri.transportSequence);
    if (transport !== undefined && transport.length >= 2) {
      this.#congestion.add(transport.readUInt16BE(0), nowMs * 1000);
      this.#congestionSsrc = header.ssrc;
    }
    const source = this.#sources.findOf(packet);
    if (source === null) {
      this.unknownPackets += 1;
      return;
    }
    const { track, stream } = source;
    if (source.isRtx || header.payloadType === track.codec.rtxPayloadType) {
      this.#receiveRepeat(packet, source, nowMs);
    } else if (header.payloadType === track.codec.payloadType) {
      this.#accept(packet, track, stream, nowMs);
    } else {
      this.unknownPackets += 1;
    }
  }

  /** Handles a decrypted report of the peer. */
  receiveRtcp(packet: RtcpPacket): void {
    const nowMs = performance.now();
    if (packet instanceof RtcpSrPacket) {
      this.#passSenderReport(packet, nowMs);
    } else if (packet instanceof RtcpTransportLayerFeedback) {
      const { feedback } = packet;
      if (feedback instanceof GenericNack) {
        // The library counts on behind the last number; the peer means the turn.
        const lost = feedback.lost.map((sequence) => sequence & 0xffff);
        this.#downTracks.get(feedback.mediaSourceSsrc)?.repeat(lost, nowMs);
      }
    } else if (packet instanceof RtcpPayloadSpecificFeedback) {
      const { feedback } = packet;
      if (feedback instanceof PictureLossIndication) {
        this.#downTracks.get(feedback.mediaSsrc)?.requestKeyFrame();
      } else if ('fir' in feedback) {
        feedback.fir.slice(0, 8).forEach(({ ssrc }) => {
          this.#downTracks.get(ssrc)?.requestKeyFrame();
        });
      }
    }
  }

  /** Ends the timers. */
  close(): void {
    this.#timers.forEach((timer) => clearInterval(timer));
    this.#sources.clear();
    this.#downTracks.clear();
  }

  #accept(packet: RtpPacket, track: UpTrack, stream: UpStream, nowMs: number): void {
    const { header, payload } = packet;
    const lost: number[] | null = track.kind === 'video' ? [] : null;
    const facts = {
      sequence: header.sequenceNumber,
      timestamp: header.timestamp,
      bytes: payload.length,
    };
    if (!stream.accept(facts, nowMs, lost)) {
      return;
    }
    if (lost !== null) {
      this.#sendNack(stream, lost);
      stream.counters.frames += header.marker ? 1 : 0;
      stream.counters.keyFrames += isKeyFrameStart(track.codec.mime, payload) ? 1 : 0;
    }
    for (const down of track.downTracks) {
      down.forward(stream, packet, nowMs);
    }
  }

  #receiveRepeat(packet: RtpPacket, { track, stream }: UpSource, nowMs: number): void {
    // Shorter ones are probes of the sender's bandwidth.
    if (packet.payload.length < 2) {
      return;
    }
    const sequence = packet.payload.readUInt16BE(0);
    if (stream.isMissing(sequence)) {
      stream.counters.recovered += 1;
      const header = new RtpHeader(packet.header);
      header.sequenceNumber = sequence;
      this.#accept(new RtpPacket(header, packet.payload.subarray(2)), track, stream, nowMs);
    }
  }

  #sendNack(stream: UpStream, lost: number[]): void {
    if (lost.length > 0) {
      stream.counters.nacks += lost.length;
      this.#path.sendRtcp(writeNack(this.#ssrc, stream.ssrc, lost));
    }
  }

  #repeatNacks(): void {
    const nowMs = performance.now();
    for (const { track, stream, isRtx } of this.#sources.all()) {
      if (!isRtx) {
        const again: number[] = [];
        const hasLost = stream.collectNacks(nowMs, again);
        if (track.kind === 'audio') {
          continue; // It is not sent again; what is late is only waited for.
        }
        this.#sendNack(stream, again);
        if (hasLost) {
          track.requestKeyFrame(stream);
        }
      }
    }
  }

  #reportCongestion(): void {
    const report = this.#congestion.write(this.#ssrc, this.#congestionSsrc);
    if (report !== null) {
      this.#path.sendRtcp(report);
    }
  }

  #reportReception(): void {
    const nowMs = performance.now();
    const reports = [...this.#sources.all()]
      .filter((source) => !source.isRtx)
      .map((source) => source.stream.report(nowMs))
      .filter((report) => report !== null);
    for (let at = 0; at < reports.length; at += reportsPerPacket) {
      const part = reports.slice(at, at + reportsPerPacket);
      this.#path.sendRtcp(new RtcpRrPacket({ ssrc: this.#ssrc, reports: part }).serialize());
    }
    if (reports.length > 0) {
      this.#grantLocal();
    }
  }

  /**
   * Late packets from this machine waited for a CPU, not for a network. Arrival reports would make the sender
   * detect congestion, lower its bitrate and hold packets back for 60 to 100 ms.
   */
  #grantLocal(): void {
    if (this.#path.isLocal) {
      this.#path.sendRtcp(writeRemb(this.#ssrc));
    }
  }

  /** Forwards the publisher's clock to the subscribers, which keeps its audio and video in sync. */
  #passSenderReport(report: RtcpSrPacket, nowMs: number): void {
    const source = this.#sources.find(report.ssrc);
    if (source === null || source.isRtx) {
      return;
    }
    source.stream.noteSenderReport(report.senderInfo.ntpTimestamp, nowMs);
    for (const down of source.track.downTracks) {
      down.forwardSenderReport(source.stream, report.senderInfo);
    }
  }
}
