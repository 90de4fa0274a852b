/** Position of a source. */
interface Progress {
  /** Rollover counter of its sequence numbers. */
  rollovers: number;
  highest: number;
  /** Number of its last packet among all recorded ones. */
  notedAt: number;
}

const half = 0x8000;
/**
 * Maximum remembered sources of a peer: layers, audio and retransmissions of more tracks than it may publish.
 */
const maxReceived = 256;
/** Sources of our own on one path: each subscription has two new ones. */
const maxSent = 16_384;

/**
 * Tells the upper half of a packet's 48-bit index (RFC 3711, 3.3.1), which is not sent: every source of one
 * way of a path has its own.
 *
 * Every track that is published anew has new sources. Of those of a peer (`received`) the one that was silent longest is
 * forgotten. Ours (`sent`) never are, because one that began again at its first index would use a nonce twice: past
 * their number nothing new is sent on the path.
 */
export class PacketIndex {
  readonly #sources = new Map<number, Progress>();
  readonly #direction: 'received' | 'sent';
  #noted = 0;

  constructor(direction: 'received' | 'sent') {
    this.#direction = direction;
  }

  /** Estimates the rollover counter at this packet; null when the packet cannot belong to the source. */
  guess(ssrc: number, sequence: number): number | null {
    const progress = this.#sources.get(ssrc);
    if (progress === undefined) {
      return this.#direction === 'received' || this.#sources.size < maxSent ? 0 : null;
    }
    const { rollovers, highest } = progress;
    if (highest < half && sequence - highest > half) {
      return rollovers > 0 ? rollovers - 1 : null;
    }
    return highest >= half && highest - half > sequence ? rollovers + 1 : rollovers;
  }

  /** Records a packet that is known to be the peer's, or is our own. */
  note(ssrc: number, sequence: number, rollovers: number): void {
    this.#noted += 1;
    const progress = this.#sources.get(ssrc);
    if (progress === undefined) {
      if (this.#direction === 'received' && this.#sources.size >= maxReceived) {
        this.#forgetOldest();
      }
      this.#sources.set(ssrc, { rollovers, highest: sequence, notedAt: this.#noted });
      return;
    }
    progress.notedAt = this.#noted;
    if (
      rollovers > progress.rollovers ||
      (rollovers === progress.rollovers && sequence > progress.highest)
    ) {
      progress.rollovers = rollovers;
      progress.highest = sequence;
    }
  }
  #forgetOldest(): void {
    let oldest: number | null = null;
    let notedAt = Infinity;
    for (const [ssrc, progress] of this.#sources) {
      if (progress.notedAt < notedAt) {
        oldest = ssrc;
        ({ notedAt } = progress);
      }
    }
    if (oldest !== null) {
      this.#sources.delete(oldest);
    }
  }
}
