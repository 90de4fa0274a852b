import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  adoptBlob,
  beginDelete,
  beginWrite,
  endWrite,
  finishDelete,
  listAbandoned,
  listUnused,
  releaseBlob,
} from '../../../src/service/store/statements/blob-statements.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { toSeed } from '../support/seed.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';

const hourMs = 3_600_000;
const deleteMs = 120_000;

/** Step in the life of blobs. The numbers pick a blob, a writer or a deleter. */
interface Step {
  readonly kind:
    | 'begin'
    | 'store'
    | 'adopt'
    | 'abandon'
    | 'die'
    | 'release'
    | 'sweep'
    | 'erase'
    | 'forget'
    | 'deleterDies'
    | 'wait';
  readonly pick: number;
}

const weights: Readonly<Record<Step['kind'], number>> = {
  begin: 7,
  store: 6,
  adopt: 6,
  abandon: 2,
  die: 2,
  release: 4,
  sweep: 6,
  erase: 5,
  forget: 4,
  deleterDies: 1,
  wait: 4,
};
const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({
      weight,
      arbitrary: fc.constant(kind as Step['kind']),
    })),
  ),
  pick: fc.nat(20),
});
const waits = [1, deleteMs - 1, deleteMs, deleteMs + 1, hourMs, hourMs + 1];

/** Content that a writer is about to store. */
interface Writer {
  readonly hash: string;
  readonly untilMs: number;
  hasStored: boolean;
}

/** Content that a deleter is about to delete. */
interface Deleter {
  readonly hash: string;
  readonly mark: number;
  hasErased: boolean;
}

/**
 * Writers and deleters of the same few contents, in any order. Each observes the time limit of its kind, as those of
 * the service do, or dies. No file may ever be without its bytes, and abandoned bytes are found.
 */
class BlobModel {
  readonly #store: Store;
  readonly #bytes = new Set<string>();
  readonly #references = new Map<string, number>();
  #writers: Writer[] = [];
  #deleters: Deleter[] = [];
  /** Contents whose writer or deleter died: for a time, their rows claim more than is true. */
  readonly #stale = new Set<string>();
  #nowMs: number;

  constructor(store: Store, nowMs: number) {
    this.#store = store;
    this.#nowMs = nowMs;
  }

  async apply({ kind, pick }: Step): Promise<void> {
    const writer = this.#writers[pick % Math.max(1, this.#writers.length)];
    const deleter = this.#deleters[pick % Math.max(1, this.#deleters.length)];
    if (kind === 'begin') {
      await this.#begin(`hash-${pick % 3}`);
    } else if (kind === 'wait') {
      this.#wait(waits[pick % waits.length] ?? 0);
    } else if (kind === 'release') {
      await this.#release(`hash-${pick % 3}`);
    } else if (kind === 'sweep') {
      await this.#sweep(pick);
    } else if (writer !== undefined && ['store', 'adopt', 'abandon', 'die'].includes(kind)) {
      await this.#write(writer, kind);
    } else if (deleter !== undefined && ['erase', 'forget', 'deleterDies'].includes(kind)) {
      await this.#delete(deleter, kind);
    }
    this.#requireBytes();
  }

  /** Checks that sweeps leave exactly the bytes of existing files once all writers and deleters are gone. */
  async finish(): Promise<void> {
    this.#writers = [];
    this.#deleters = [];
    this.#wait(hourMs + deleteMs);
    for (let round = 0; round < 2; round += 1) {
      const { db } = this.#store;
      const left = [
        ...(await listUnused(db, this.#nowMs, 100)),
        ...(await listAbandoned(db, this.#nowMs, 100)),
      ];
      for (const hash of left) {
        await this.#beginDelete(hash);
      }
      for (const deleter of this.#deleters.slice()) {
        await this.#delete(deleter, 'erase');
        await this.#delete(deleter, 'forget');
      }
    }
    const needed = [...this.#references].filter(([, count]) => count > 0).map(([hash]) => hash);
    expect([...this.#bytes].toSorted()).toEqual(needed.toSorted());
    const rows = await this.#store.db.selectFrom('blobs').select('hash').execute();
    expect(rows.map(({ hash }) => hash).toSorted()).toEqual(needed.toSorted());
  }

  #requireBytes(): void {
    for (const [hash, count] of this.#references) {
      expect(count === 0 || this.#bytes.has(hash), `${hash} has files and no bytes`).toBe(true);
    }
  }

  /** Advances the clock; writers beyond their time count as dead. */
  #wait(ms: number): void {
    this.#nowMs += ms;
    for (const { hash, untilMs } of this.#writers) {
      if (untilMs <= this.#nowMs) {
        this.#stale.add(hash);
      }
    }
    this.#writers = this.#writers.filter(({ untilMs }) => untilMs > this.#nowMs);
    for (const { hash, mark } of this.#deleters) {
      if (mark <= this.#nowMs) {
        this.#stale.add(hash);
      }
    }
    this.#deleters = this.#deleters.filter(({ mark }) => mark > this.#nowMs);
  }

  async #begin(hash: string): Promise<void> {
    const isBegun = await beginWrite(this.#store.db, { hash, sizeBytes: 1, nowMs: this.#nowMs });
    const isDeleting = this.#deleters.some((deleter) => deleter.hash === hash);
    if (isDeleting) {
      expect(isBegun, 'a writer waits for a deleter').toBe(false);
    }
    if (isBegun) {
      this.#writers.push({ hash, untilMs: this.#nowMs + hourMs, hasStored: false });
    }
  }

  async #write(writer: Writer, kind: Step['kind']): Promise<void> {
    const { hash } = writer;
    const { db } = this.#store;
    if (kind === 'store') {
      writer.hasStored = true;
      this.#bytes.add(hash);
      return;
    }
    if (kind === 'adopt' && !writer.hasStored) {
      return;
    }
    this.#writers.splice(this.#writers.indexOf(writer), 1);
    if (kind === 'adopt') {
      const blob = { hash, sizeBytes: 1, nowMs: this.#nowMs };
      const isAdopted = await db.transaction().execute((tx) => adoptBlob(tx, blob));
      expect(isAdopted, 'who is in time has its bytes').toBe(true);
      this.#references.set(hash, (this.#references.get(hash) ?? 0) + 1);
    } else if (kind === 'abandon') {
      await endWrite(db, hash);
    } else {
      this.#stale.add(hash);
    }
  }

  async #release(hash: string): Promise<void> {
    const count = this.#references.get(hash) ?? 0;
    if (count > 0) {
      await this.#store.db.transaction().execute((tx) => releaseBlob(tx, hash));
      this.#references.set(hash, count - 1);
    }
  }

  async #sweep(pick: number): Promise<void> {
    const { db } = this.#store;
    const unused = await listUnused(db, this.#nowMs, 100);
    const abandoned = await listAbandoned(db, this.#nowMs, 100);
    for (const hash of [...unused, ...abandoned]) {
      expect(this.#references.get(hash) ?? 0, `${hash} is unused`).toBe(0);
      expect(this.#writers.some((writer) => writer.hash === hash)).toBe(false);
    }
    for (const hash of this.#bytes) {
      const isLeft =
        (this.#references.get(hash) ?? 0) === 0 &&
        ![...this.#writers, ...this.#deleters].some((other) => other.hash === hash);
      if (isLeft && !this.#stale.has(hash)) {
        expect(unused, 'what nobody uses is found at once').toContain(hash);
      }
    }
    // A sweep may be late: its list may be in use since, so any blob is tried.
    const hash = pick % 2 === 0 ? `hash-${pick % 3}` : [...unused, ...abandoned][0];
    await (hash === undefined ? undefined : this.#beginDelete(hash));
  }

  async #beginDelete(hash: string): Promise<void> {
    const mark = await beginDelete(this.#store.db, hash, this.#nowMs);
    if (mark !== null) {
      expect(this.#references.get(hash) ?? 0).toBe(0);
      expect(this.#writers.some((writer) => writer.hash === hash)).toBe(false);
      expect(this.#deleters.some((deleter) => deleter.hash === hash)).toBe(false);
      this.#deleters.push({ hash, mark, hasErased: false });
    }
  }

  async #delete(deleter: Deleter, kind: Step['kind']): Promise<void> {
    if (kind === 'erase') {
      deleter.hasErased = true;
      this.#bytes.delete(deleter.hash);
    } else if (kind === 'deleterDies' || deleter.hasErased) {
      if (kind === 'deleterDies') {
        this.#stale.add(deleter.hash);
      }
      this.#deleters.splice(this.#deleters.indexOf(deleter), 1);
      if (kind === 'forget') {
        await finishDelete(this.#store.db, deleter.hash, deleter.mark);
      }
    }
  }
}

describeEngines('rows of blobs', (engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
  });
  afterAll(() => store.close());

  it('are never deleted while used or written, and always when left behind', async () => {
    let startMs = Date.UTC(2026, 2, 4);
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 5, maxLength: 50, size: 'max' }),
        async (steps) => {
          await store.db.deleteFrom('blobs').execute();
          startMs += 1;
          const model = new BlobModel(store, startMs);
          for (const step of steps) {
            await model.apply(step);
          }
          await model.finish();
        },
      ),
      { numRuns: engine.engine === 'sqlite' ? 100 : 25, seed: toSeed(`blobs, ${engine.engine}`) },
    );
  });
});
