import { createId } from '../../base/ids.ts';
import type { LiveState } from '../../contract/ipc/live.ts';
import type { SavedCharacter } from '../../contract/ipc/characters.ts';
import type { Library } from './library.ts';
import type { LibraryRecord } from './library-records.ts';

/** Dependencies of recording sessions. */
export interface SessionNoteDependencies {
  readonly library: Pick<Library, 'put' | 'change' | 'forget'>;
  readonly listCharacters: () => readonly Pick<SavedCharacter, 'id' | 'name'>[];
  /** Null for a character that comes with the app. */
  readonly findSha256: (characterId: string) => string | null;
  readonly activeProfileId: () => string;
  readonly nowMs: () => number;
}

/** Most characters of a session that are named. */
const maxNames = 4;

/**
 * Records sessions on air, not previews: a session is listed from its start, so that a crash leaves it there.
 */
export class SessionNotes {
  readonly #dependencies: SessionNoteDependencies;
  #open: { readonly record: LibraryRecord; readonly usdPerMinute: number } | null = null;
  /** Characters shown in this session, by id; before it, the initial one. */
  readonly #characters = new Set<string>();
  #last: string | null = null;

  constructor(dependencies: SessionNoteDependencies) {
    this.#dependencies = dependencies;
  }

  /** Name of the character shown now; null off air. */
  get character(): string | null {
    return this.#open === null || this.#last === null ? null : this.#nameOf(this.#last);
  }

  noteCharacter(id: string): void {
    this.#last = id;
    if (this.#open !== null) {
      this.#characters.add(id);
      this.#write({});
    }
  }

  setLiveState(state: LiveState): void {
    const isOnAir = state.state === 'running' && state.isPublished;
    if (isOnAir && this.#open === null) {
      this.#begin(state.costPerMinuteUsd);
    }
    if (!isOnAir && state.state !== 'opening') {
      this.end();
    }
  }

  /** Ends the running session; no effect without one. */
  end(): void {
    if (this.#open === null) {
      return;
    }
    const { record, usdPerMinute } = this.#open;
    const durationMs = Math.max(0, this.#dependencies.nowMs() - record.atMs);
    this.#write({ durationMs, costUsd: (durationMs / 60_000) * usdPerMinute, isOpen: false });
    this.#open = null;
    this.#characters.clear();
  }

  #begin(usdPerMinute: number): void {
    const record: LibraryRecord = {
      id: createId(),
      kind: 'session',
      name: '',
      atMs: this.#dependencies.nowMs(),
      durationMs: null,
      isOpen: true,
      profileId: this.#dependencies.activeProfileId(),
      costUsd: null,
      character: null,
      voice: null,
      file: null,
      isRepaired: false,
      sha256s: [],
    };
    this.#open = { record, usdPerMinute };
    if (this.#last !== null) {
      this.#characters.add(this.#last);
    }
    this.#write({});
  }

  #write(change: Partial<LibraryRecord>): void {
    if (this.#open === null) {
      return;
    }
    const ids = [...this.#characters];
    const names = ids.slice(0, maxNames).flatMap((id) => this.#nameOf(id) ?? []);
    const character = names.length === 0 ? null : names.join(', ');
    const sha256s = ids.flatMap((id) => this.#dependencies.findSha256(id) ?? []).slice(0, 100);
    void this.#dependencies.library.put({ ...this.#open.record, character, sha256s, ...change });
  }

  #nameOf(id: string): string | null {
    return (
      this.#dependencies.listCharacters().find((character) => character.id === id)?.name ?? null
    );
  }
}
