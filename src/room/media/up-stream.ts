import { RtcpReceiverInfo } from 'werift';
import { toSequenceDistance } from './sequence.ts';

/** A packet that did not arrive yet. */
interface Missing {
  readonly sinceMs: number;
  nackedAtMs: number;
  nacks: number;
}

/** Time after which a loss is repaired by a key frame instead. */
const giveUpMs = 600;
const maxNacks = 12;
/** A larger gap is a new beginning, not loss. */
const maxGap = 500;
const firstRepeatMs = 20;
const maxRepeatMs = 60;
/** A longer jump of the time between two packets is a turn of the clock or a new beginning, not jitter. */
const maxJitterMs = 1000;
const maxPacketsLost = 0x7f_ffff;

/** Counters of one source. */
export interface UpCounters {
  packets: number;
  bytes: number;
  keyFrames: number;
  frames: number;
  nacks: number;
  recovered: number;
  lost: number;
  keyFrameRequests: number;
}

/**
 * One source (SSRC) of a participant: tracks missing packets, schedules requests for them, and provides the
 * values of its receiver reports.
 */
export class UpStream {
  readonly ssrc: number;
  /** Restriction id of the layer; empty for the only one. */
  readonly rid: string;
  readonly counters: UpCounters = {
    packets: 0,
    bytes: 0,
    keyFrames: 0,
    frames: 0,
    nacks: 0,
    recovered: 0,
    lost: 0,
    keyFrameRequests: 0,
  };
  lastPacketMs = Number.NEGATIVE_INFINITY;
  lastKeyFrameRequestMs = Number.NEGATIVE_INFINITY;
  readonly #missing = new Map<number, Missing>();
  /** RTP clock rate. */
  readonly #ticksPerMs: number;
  #highest = -1;
  #first = 0;
  #cycles = 0;
  #jitter = 0;
  #transit = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #senderReport = 0;
  #senderReportMs = 0;

  constructor(ssrc: number, rid: string, clockRate: number) {
    this.ssrc = ssrc;
    this.rid = rid;
    this.#ticksPerMs = clockRate / 1000;
  }

  /** Returns whether a packet is missing and still wanted. */
  isMissing(sequence: number): boolean {
    return this.#missing.has(sequence);
  }

  /** Returns whether a packet has the highest sequence number so far. */
  isNewest(sequence: number): boolean {
    return this.#highest === sequence;
  }

  /**
   * Records a packet. Returns false for a duplicate or one that is too late. Numbers missing before it are
   * added to `lost` unless it is null; either way, they are accepted when they come late.
   */
  accept(
    packet: { readonly sequence: number; readonly timestamp: number; readonly bytes: number },
    nowMs: number,
    lost: number[] | null,
  ): boolean {
    const { sequence } = packet;
    if (this.#highest < 0) {
      this.#highest = sequence;
      this.#first = sequence;
    } else {
      const ahead = toSequenceDistance(sequence, this.#highest);
      if (ahead <= 0) {
        if (!this.#missing.delete(sequence)) {
          return false;
        }
      } else {
        if (ahead > 1 && ahead < maxGap) {
          this.#noteGap(ahead, nowMs, lost);
        }
        this.#cycles += sequence < this.#highest ? 1 : 0;
        this.#highest = sequence;
      }
    }
    this.lastPacketMs = nowMs;
    this.counters.packets += 1;
    this.counters.bytes += packet.bytes;
    this.#noteTransit(packet.timestamp, nowMs);
    return true;
  }

  /** Adds the packets to be requested again to `nacks`; returns true when a packet was given up. */
  collectNacks(nowMs: number, nacks: number[]): boolean {
    let hasLost = false;
    for (const [sequence, entry] of this.#missing) {
      if (nowMs - entry.sinceMs > giveUpMs || entry.nacks > maxNacks) {
        this.#missing.delete(sequence);
        this.counters.lost += 1;
        hasLost = true;
      } else if (nowMs - entry.nackedAtMs >= Math.min(firstRepeatMs * entry.nacks, maxRepeatMs)) {
        entry.nackedAtMs = nowMs;
        entry.nacks += 1;
        nacks.push(sequence);
      }
    }
    return hasLost;
  }

  /** Notes the time of a sender report, from which the peer computes its round trip. */
  noteSenderReport(ntpTimestamp: bigint, nowMs: number): void {
    this.#senderReport = Number((ntpTimestamp >> 16n) & 0xffff_ffffn);
    this.#senderReportMs = nowMs;
  }

  /** The report since the one before; null before the first packet. */
  report(nowMs: number): RtcpReceiverInfo | null {
    if (this.#highest < 0) {
      return null;
    }
    const highest = this.#cycles * 0x10000 + this.#highest;
    const expected = highest - this.#first + 1;
    const received = this.counters.packets;
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = expectedNow - (received - this.#receivedBefore);
    this.#expectedBefore = expected;
    this.#receivedBefore = received;
    const fraction =
      expectedNow <= 0 || lostNow <= 0 ? 0 : Math.floor((lostNow * 256) / expectedNow);
    return new RtcpReceiverInfo({
      ssrc: this.ssrc,
      fractionLost: Math.min(255, fraction),
      packetsLost: Math.max(0, Math.min(maxPacketsLost, expected - received)),
      highestSequence: highest >>> 0,
      jitter: Math.floor(this.#jitter),
      lsr: this.#senderReport,
      dlsr:
        this.#senderReport === 0 ? 0 : Math.floor((nowMs - this.#senderReportMs) * 65.536) >>> 0,
    });
  }

  #noteGap(ahead: number, nowMs: number, lost: number[] | null): void {
    for (let step = 1; step < ahead; step += 1) {
      const sequence = (this.#highest + step) & 0xffff;
      if (this.#missing.size < maxGap) {
        this.#missing.set(sequence, { sinceMs: nowMs, nackedAtMs: nowMs, nacks: 1 });
        lost?.push(sequence);
      }
    }
  }

  #noteTransit(timestamp: number, nowMs: number): void {
    const transit = nowMs * this.#ticksPerMs - timestamp;
    const change = Math.abs(transit - this.#transit);
    if (this.#transit !== 0 && change < maxJitterMs * this.#ticksPerMs) {
      this.#jitter += (change - this.#jitter) / 16;
    }
    this.#transit = transit;
  }
}
