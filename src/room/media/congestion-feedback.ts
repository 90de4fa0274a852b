import { toSequenceDistance } from './sequence.ts';

const slots = 2048;
const mask = slots - 1;
/** Packets one report covers; more than arrive in its 40 ms even at 100 Mb/s of small packets. */
const maxPackets = 700;
const deltaUs = 250;
const referenceUs = 64_000;

/**
 * Collects arrival times and writes the reports of transport-wide congestion control
 * (draft-holmer-rmcat-transport-wide-cc-extensions-01) from which the sender estimates its bandwidth.
 */
export class CongestionFeedback {
  readonly #arrivalsUs = new Float64Array(slots).fill(-1);
  #base = -1;
  #last = -1;
  #reports = 0;

  /** Notes a packet; `timeUs` is monotonic. Packets older than the last report are left out. */
  add(sequence: number, timeUs: number): void {
    if (this.#base < 0) {
      this.#base = sequence;
      this.#last = sequence;
    }
    const ahead = toSequenceDistance(sequence, this.#base);
    if (ahead < 0) {
      return;
    }
    if (ahead >= slots) {
      this.#restart(sequence);
    }
    this.#arrivalsUs[sequence & mask] = timeUs;
    if (toSequenceDistance(sequence, this.#last) > 0) {
      this.#last = sequence;
    }
  }

  /** The report over what arrived since the one before, as a whole RTCP packet; null when nothing did. */
  write(senderSsrc: number, mediaSsrc: number): Buffer | null {
    if (this.#base < 0) {
      return null;
    }
    const count = Math.min(toSequenceDistance(this.#last, this.#base) + 1, maxPackets);
    if (count <= 0) {
      return null;
    }
    const firstUs = this.#findFirst(count);
    if (firstUs === undefined) {
      // All packets were lost: a report needs at least one time.
      this.#base = (this.#base + count) & 0xffff;
      return null;
    }
    const reference = Math.floor(firstUs / referenceUs);
    const out = Buffer.alloc(20 + 2 * Math.ceil(count / 7) + 2 * count + 4);
    const deltasAt = 20 + 2 * Math.ceil(count / 7);
    const end = this.#writePackets(out, count, deltasAt, reference * referenceUs);
    const padding = (4 - (end % 4)) % 4;
    const length = end + padding;
    if (padding > 0) {
      out[length - 1] = padding;
    }
    out[0] = 0x80 | (padding > 0 ? 0x20 : 0) | 15;
    out[1] = 205;
    out.writeUInt16BE(length / 4 - 1, 2);
    out.writeUInt32BE(senderSsrc, 4);
    out.writeUInt32BE(mediaSsrc, 8);
    out.writeUInt16BE(this.#base, 12);
    out.writeUInt16BE(count, 14);
    out.writeUIntBE(reference & 0xffffff, 16, 3);
    out[19] = this.#reports & 0xff;
    this.#reports += 1;
    this.#base = (this.#base + count) & 0xffff;
    return out.subarray(0, length);
  }

  #findFirst(count: number): number | undefined {
    for (let offset = 0; offset < count; offset += 1) {
      const timeUs = this.#arrivalsUs[(this.#base + offset) & mask] ?? -1;
      if (timeUs >= 0) {
        return timeUs;
      }
    }
    return undefined;
  }

  /** Two bits for each packet, seven to a chunk, and behind them the deltas; answers where they end. */
  #writePackets(out: Buffer, count: number, deltasAt: number, startUs: number): number {
    let previousUs = startUs;
    let at = deltasAt;
    for (let offset = 0; offset < count; offset += 1) {
      const slot = (this.#base + offset) & mask;
      const timeUs = this.#arrivalsUs[slot] ?? -1;
      this.#arrivalsUs[slot] = -1;
      const chunkAt = 20 + 2 * Math.floor(offset / 7);
      const chunk = offset % 7 === 0 ? 0xc000 : out.readUInt16BE(chunkAt);
      let symbol = 0;
      if (timeUs >= 0) {
        const steps = Math.trunc((timeUs - previousUs) / deltaUs);
        const delta = Math.max(-32_768, Math.min(32_767, steps));
        symbol = delta >= 0 && delta <= 255 ? 1 : 2;
        at = symbol === 1 ? out.writeUInt8(delta, at) : out.writeInt16BE(delta, at);
        previousUs += delta * deltaUs;
      }
      out.writeUInt16BE(chunk | (symbol << (12 - 2 * (offset % 7))), chunkAt);
    }
    return at;
  }

  #restart(sequence: number): void {
    this.#arrivalsUs.fill(-1);
    this.#base = sequence;
    this.#last = sequence;
  }
}
