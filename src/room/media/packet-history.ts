import type { Extension } from 'werift';

/** A stored packet; its bytes belong to the history, and are valid until the next packet is stored. */
export interface StoredPacket {
  readonly timestamp: number;
  readonly marker: boolean;
  /** Sequence number in two bytes, followed by the payload: the content of a retransmission. */
  readonly numbered: Buffer;
  readonly extensions: Extension[];
}

/** Packets kept: about three seconds at 2.5 Mb/s. */
const slots = 1024;
const mask = slots - 1;
const numberBytes = 2;
/** Clients send packets of at most 1,200 bytes. */
const maxPayloadBytes = 1294;
const maxExtensionBytes = 48;
const payloadBytes = numberBytes + maxPayloadBytes;
const slotBytes = payloadBytes + maxExtensionBytes;
/** Minimum interval between two retransmissions of a packet, however often it is requested. */
const repeatGapMs = 10;

/**
 * Last packets of a stream, in a preallocated buffer of 1.4 MB: objects that live for seconds would fill the
 * old heap, 4 MB a minute for each stream, and retain the datagrams they came in.
 */
export class PacketHistory {
  readonly #bytes = Buffer.allocUnsafeSlow(slots * slotBytes);
  readonly #sequences = new Int32Array(slots).fill(-1);
  readonly #timestamps = new Uint32Array(slots);
  readonly #markers = new Uint8Array(slots);
  readonly #payloadLengths = new Uint16Array(slots);
  readonly #extensionLengths = new Uint8Array(slots);
  readonly #repeatedMs = new Float64Array(slots);

  /** Stores a copy in place of the oldest; a packet larger than clients send is not stored. */
  store(
    sequence: number,
    packet: {
      readonly timestamp: number;
      readonly marker: boolean;
      readonly payload: Buffer;
      readonly extensions: readonly Extension[];
    },
  ): void {
    const { payload, extensions } = packet;
    const slot = sequence & mask;
    const at = slot * slotBytes;
    const length = this.#writeExtensions(extensions, at + payloadBytes);
    if (length === null || payload.length > maxPayloadBytes) {
      this.#sequences[slot] = -1;
      return;
    }
    this.#sequences[slot] = sequence;
    this.#timestamps[slot] = packet.timestamp;
    this.#markers[slot] = packet.marker ? 1 : 0;
    this.#payloadLengths[slot] = payload.length;
    this.#extensionLengths[slot] = length;
    this.#repeatedMs[slot] = Number.NEGATIVE_INFINITY;
    this.#bytes.writeUInt16BE(sequence, at);
    payload.copy(this.#bytes, at + numberBytes);
  }

  /** Returns whether the history still contains a packet. */
  has(sequence: number): boolean {
    return this.#sequences[sequence & mask] === sequence;
  }

  /** A packet to repeat; null when it is not here, or was repeated just now. */
  read(sequence: number, nowMs: number): StoredPacket | null {
    const slot = sequence & mask;
    if (!this.has(sequence) || nowMs - (this.#repeatedMs[slot] ?? 0) < repeatGapMs) {
      return null;
    }
    this.#repeatedMs[slot] = nowMs;
    const at = slot * slotBytes;
    return {
      timestamp: this.#timestamps[slot] ?? 0,
      marker: this.#markers[slot] === 1,
      numbered: this.#bytes.subarray(at, at + numberBytes + (this.#payloadLengths[slot] ?? 0)),
      extensions: this.#readExtensions(at + payloadBytes, this.#extensionLengths[slot] ?? 0),
    };
  }

  /** Each as id, length and value. Answers the bytes it took; null when they do not fit. */
  #writeExtensions(extensions: readonly Extension[], start: number): number | null {
    let at = start;
    for (const { id, payload } of extensions) {
      if (at + 2 + payload.length > start + maxExtensionBytes) {
        return null;
      }
      this.#bytes[at] = id;
      this.#bytes[at + 1] = payload.length;
      payload.copy(this.#bytes, at + 2);
      at += 2 + payload.length;
    }
    return at - start;
  }

  #readExtensions(start: number, length: number): Extension[] {
    const out: Extension[] = [];
    for (let at = start; at < start + length;) {
      const end = at + 2 + (this.#bytes[at + 1] ?? 0);
      out.push({ id: this.#bytes[at] ?? 0, payload: this.#bytes.subarray(at + 2, end) });
      at = end;
    }
    return out;
  }
}
