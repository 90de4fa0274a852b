/** Slot of a delivery that is being sent. */
export interface DeliveryTarget {
  readonly url: string;
  readonly accountId: string;
}

/** Upper bounds on deliveries that are being sent at one time. */
export interface SlotLimits {
  readonly total: number;
  readonly perAccount: number;
  readonly perHost: number;
}

/** 32 in total, a quarter of them for one account, two for one host. */
export const slotLimits: SlotLimits = { total: 32, perAccount: 8, perHost: 2 };

/**
 * Counts the deliveries that are being sent, so that neither a slow receiver nor the account that
 * chose it holds up the deliveries of others.
 */
export class DeliverySlots {
  readonly #limits: SlotLimits;
  readonly #hosts = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
  #total = 0;

  constructor(limits: SlotLimits = slotLimits) {
    this.#limits = limits;
  }

  /** Slots of the whole service that are free. */
  get free(): number {
    return this.#limits.total - this.#total;
  }

  /** Accounts whose share is used up. */
  fullAccounts(): string[] {
    return [...this.#accounts]
      .filter(([, count]) => count >= this.#limits.perAccount)
      .map(([accountId]) => accountId);
  }

  /** Occupies a slot; false when none is free for this account and host. */
  acquire({ url, accountId }: DeliveryTarget): boolean {
    const { host } = new URL(url);
    const isFree =
      this.free > 0 &&
      (this.#hosts.get(host) ?? 0) < this.#limits.perHost &&
      (this.#accounts.get(accountId) ?? 0) < this.#limits.perAccount;
    if (isFree) {
      this.#total += 1;
      add(this.#hosts, host, 1);
      add(this.#accounts, accountId, 1);
    }
    return isFree;
  }

  /** Gives back what {@link acquire} occupied. */
  release({ url, accountId }: DeliveryTarget): void {
    this.#total -= 1;
    add(this.#hosts, new URL(url).host, -1);
    add(this.#accounts, accountId, -1);
  }
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) {
    counts.delete(name);
  } else {
    counts.set(name, count);
  }
}
