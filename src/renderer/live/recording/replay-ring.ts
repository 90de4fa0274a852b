/** Part of an encoded packet that the ring reads. Both tracks share one timeline. */
export interface RingPacket {
  readonly track: 'video' | 'audio';
  /** True when decoding can begin with the chunk. */
  readonly isKey: boolean;
  readonly timestampUs: number;
  readonly durationUs: number;
  readonly byteLength: number;
}

/** Limits of a ring; the first one reached applies. */
export interface RingLimits {
  readonly durationUs: number;
  readonly maxBytes: number;
}

/** Content of a ring for a file. */
export interface RingCut<P> {
  /** Packets in the order of their times, beginning with a key frame. */
  readonly packets: readonly P[];
  readonly startUs: number;
  readonly endUs: number;
}

/** Frames that are decoded from one key frame on. */
interface Group<P> {
  readonly startUs: number;
  readonly frames: P[];
  bytes: number;
}

/**
 * Ring buffer of the newest part of an encoded stream, ready to become a file. Drops whole groups of pictures
 * from the oldest on: the rest begins with a key frame and has at least the requested length, memory
 * permitting.
 */
export class ReplayRing<P extends RingPacket> {
  readonly #limits: RingLimits;
  readonly #groups: Group<P>[] = [];
  /** Sound in the order of its times; what belongs to forgotten frames goes with them. */
  #audio: P[] = [];
  #bytes = 0;

  constructor(limits: RingLimits) {
    this.#limits = limits;
  }

  /** Bytes of all packets that are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Adds a packet; packets of one track come in the order of their times. Those before the first key frame are
   * dropped.
   */
  push(packet: P): void {
    if (packet.track === 'video' ? !this.#addFrame(packet) : this.#groups.length === 0) {
      return;
    }
    if (packet.track === 'audio') {
      this.#audio.push(packet);
    }
    this.#bytes += packet.byteLength;
    this.#forgetOld();
  }

  /** All that is held, in an order in which another ring can be filled with it. */
  packets(): readonly P[] {
    return [...this.#groups.flatMap(({ frames }) => frames), ...this.#audio].toSorted(compareTimes);
  }

  /** Returns the newest part that has both video and audio; null before the first key frame. */
  cut(): RingCut<P> | null {
    const newest = this.#groups.at(-1)?.frames.at(-1);
    if (newest === undefined) {
      return null;
    }
    // Audio arrives a little after its video: the cut waits for neither.
    const heardUs = toEnd(this.#audio.at(-1));
    const first = this.#groups[0]?.startUs ?? 0;
    const videoEndUs = newest.timestampUs + newest.durationUs;
    const endUs = heardUs === null || heardUs <= first ? videoEndUs : Math.min(heardUs, videoEndUs);
    const wantedUs = endUs - this.#limits.durationUs;
    const begin = this.#groups.findLast(({ startUs }) => startUs <= wantedUs);
    const startUs = begin?.startUs ?? first;
    const frames = this.#groups
      .filter((group) => group.startUs >= startUs)
      .flatMap((group) => group.frames);
    const packets = [...frames, ...this.#audio].filter(
      ({ timestampUs }) => timestampUs >= startUs && timestampUs <= endUs,
    );
    return { packets: packets.toSorted(compareTimes), startUs, endUs };
  }

  #addFrame(packet: P): boolean {
    if (packet.isKey) {
      this.#groups.push({
        startUs: packet.timestampUs,
        frames: [packet],
        bytes: packet.byteLength,
      });
      return true;
    }
    const group = this.#groups.at(-1);
    if (group === undefined) {
      return false;
    }
    group.frames.push(packet);
    group.bytes += packet.byteLength;
    return true;
  }

  #forgetOld(): void {
    const newestUs = this.#newestUs();
    // The group after the oldest one has to suffice; a cut may end with the audio, a little earlier.
    while ((this.#groups[1]?.startUs ?? Infinity) <= newestUs - this.#limits.durationUs - LATE_US) {
      this.#forgetGroup();
    }
    while (this.#bytes > this.#limits.maxBytes && this.#groups.length > 0) {
      this.#forgetGroup();
    }
    const from = this.#groups[0]?.startUs ?? newestUs - this.#limits.durationUs;
    let gone = 0;
    while (gone < this.#audio.length && (toEnd(this.#audio[gone]) ?? 0) <= from) {
      this.#bytes -= this.#audio[gone]?.byteLength ?? 0;
      gone += 1;
    }
    if (gone > 0) {
      this.#audio = this.#audio.slice(gone);
    }
  }

  #forgetGroup(): void {
    this.#bytes -= this.#groups.shift()?.bytes ?? 0;
    if (this.#groups.length === 0) {
      // Sound alone is nothing to come back to.
      this.#bytes = 0;
      this.#audio = [];
    }
  }

  #newestUs(): number {
    const frame = this.#groups.at(-1)?.frames.at(-1);
    return Math.max(toEnd(frame) ?? 0, toEnd(this.#audio.at(-1)) ?? 0);
  }
}

/** Maximum lag of audio behind its video. */
const LATE_US = 2_000_000;

function toEnd(packet: RingPacket | undefined): number | null {
  return packet === undefined ? null : packet.timestampUs + packet.durationUs;
}

/** Orders a frame before the audio of the same time. */
function compareTimes(one: RingPacket, other: RingPacket): number {
  return (
    one.timestampUs - other.timestampUs ||
    Number(other.track === 'video') - Number(one.track === 'video')
  );
}
