import type { LiveStart } from '../../contract/ipc/live.ts';

/** Changes of a running session; undefined fields stay unchanged. */
export interface LiveChange {
  readonly characterId?: string | undefined;
  readonly prompt?: string | undefined;
}

interface RequestedChange {
  readonly change: LiveChange;
  isAccepted: boolean;
}

/** What a session is to begin its next connection with: its start, and the changes that were not refused since. */
export class RequestedStart {
  /** With the changes before the first one that is not answered. */
  #settled: LiveStart;
  /** In the order of the requests, which may differ from that of the answers. */
  #changes: readonly RequestedChange[] = [];

  constructor(start: LiveStart) {
    this.#settled = start;
  }

  get current(): LiveStart {
    return this.#changes.reduce((start, { change }) => merge(start, change), this.#settled);
  }

  /** Makes a change for as long as the request is not refused; rejects as it does. */
  async change(change: LiveChange, request: () => Promise<void>): Promise<void> {
    const requested = { change, isAccepted: false };
    this.#changes = [...this.#changes, requested];
    try {
      await request();
      requested.isAccepted = true;
    } catch (error) {
      this.#changes = this.#changes.filter((other) => other !== requested);
      throw error;
    } finally {
      this.#settle();
    }
  }

  #settle(): void {
    const count = this.#changes.findIndex(({ isAccepted }) => !isAccepted);
    const settled = this.#changes.slice(0, count === -1 ? undefined : count);
    this.#settled = settled.reduce((start, { change }) => merge(start, change), this.#settled);
    this.#changes = this.#changes.slice(settled.length);
  }
}

function merge(start: LiveStart, { characterId, prompt }: LiveChange): LiveStart {
  return {
    ...start,
    characterId: characterId ?? start.characterId,
    prompt: prompt ?? start.prompt,
  };
}
