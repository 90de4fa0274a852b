/** How far a source has come. */
interface Progress {
  /** How often its sequence numbers have started over. */
  rollovers: number;
  highest: number;
}

const half = 0x8000;
/** Sources one way of a path may have, layers, sound and retransmissions together. */
const maxSources = 256;

/**
 * Tells the upper half of a packet's 48-bit index (RFC 3711, 3.3.1), which is not sent: every source of one
 * way of a path has its own.
 */
export class PacketIndex {
  readonly #sources = new Map<number, Progress>();

  /** How often the numbers of the source had started over at this packet; null when it cannot be one of it. */
  guess(ssrc: number, sequence: number): number | null {
    const progress = this.#sources.get(ssrc);
    if (progress === undefined) {
      return this.#sources.size < maxSources ? 0 : null;
    }
    const { rollovers, highest } = progress;
    if (highest < half && sequence - highest > half) {
      return rollovers > 0 ? rollovers - 1 : null;
    }
    return highest >= half && highest - half > sequence ? rollovers + 1 : rollovers;
  }

  /** Takes a packet that is known to be the peer's, or is our own, into account. */
  note(ssrc: number, sequence: number, rollovers: number): void {
    const progress = this.#sources.get(ssrc);
    if (progress === undefined) {
      this.#sources.set(ssrc, { rollovers, highest: sequence });
    } else if (
      rollovers > progress.rollovers ||
      (rollovers === progress.rollovers && sequence > progress.highest)
    ) {
      progress.rollovers = rollovers;
      progress.highest = sequence;
    }
  }
}
