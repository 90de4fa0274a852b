import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../../src/service/store/open.ts';
import type { Db } from '../../../src/service/store/db.ts';
import type { Schema } from '../../../src/service/store/schema.ts';
import { listJobRows } from '../../../src/service/store/statements/job-statements.ts';
import { itUnless } from '../../support/describe-unless.ts';
import { describeEngines } from './engines.ts';
import { openStoreAt } from './place.ts';
import { createWorld, usd, type World } from './world.ts';

describeEngines('lists of jobs', (engine) => {
  let store: Store;
  let world: World;
  const ids: string[] = [];

  beforeAll(async () => {
    store = await openStoreAt(await engine.createPlace());
    world = await createWorld(store);
    await world.topUp(usd(10_000));
    for (let count = 0; count < 12; count += 1) {
      const { job } = await world.core.submitJob({
        accountId: world.account.id,
        feature: 'text_to_speech',
        input: { script: 'Good morning.', voice_id: 'v' },
        callbackUrl: null,
        idempotencyKey: null,
      });
      ids.unshift(job.id);
      if (count % 3 === 0) {
        await world.core.cancelJob(world.account.id, job.id);
      }
      world.clock.advance(count % 2);
    }
  });
  afterAll(() => store.close());

  const list = async (page: object) => {
    const listed = await world.core.listJobs(world.account.id, { limit: 5, offset: 0, ...page });
    return { ids: listed.jobs.map(({ id }) => id), hasMore: listed.hasMore };
  };

  it('continue after a job, with the same jobs as by offset', async () => {
    const sorted = (await list({ limit: 200 })).ids;
    expect(sorted.toSorted()).toEqual(ids.toSorted());
    const first = await list({});
    expect(first).toEqual({ ids: sorted.slice(0, 5), hasMore: true });
    expect(await list({ before: first.ids.at(-1) })).toEqual(await list({ offset: 5 }));
    expect(await list({ before: sorted[7] })).toEqual({ ids: sorted.slice(8), hasMore: false });
    expect(await list({ status: 'canceled', before: sorted[4], limit: 2 })).toEqual(
      await list({ status: 'canceled', offset: await countCanceled(sorted.slice(0, 5)), limit: 2 }),
    );
  });

  it('continue after a job that was deleted meanwhile, and not after another account’s', async () => {
    const before = ids[3] ?? '';
    const expected = await list({ before, limit: 200 });
    await world.core.deleteJob(world.account.id, before);
    expect(await list({ before, limit: 200 })).toEqual(expected);
    expect((await list({ limit: 200 })).ids).not.toContain(before);
    const other = await world.core.createAccount({ name: 'Other' });
    await expect(
      world.core.listJobs(other.id, { limit: 5, offset: 0, before }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  itUnless(
    engine.engine === 'postgres' ? 'this is how SQLite runs a statement' : null,
    'skip earlier jobs in an index, without their rows',
    async () => {
      for (const status of [undefined, 'failed'] as const) {
        const plan = await explain(store.db, (db) =>
          listJobRows(db, world.account.id, { status, limit: 10, offset: 5000 }),
        );
        expect(plan).toMatch(
          /LIST SUBQUERY 1\nSEARCH jobs USING COVERING INDEX jobs_(of_account|ended) .account_id/,
        );
      }
    },
  );

  async function countCanceled(some: readonly string[]): Promise<number> {
    const { ids: canceled } = await list({ status: 'canceled', limit: 200 });
    return some.filter((id) => canceled.includes(id)).length;
  }
});

/** Returns SQLite's query plan for the statement of a call. */
async function explain(db: Db, call: (db: Db) => Promise<unknown>): Promise<string> {
  const statements: CompiledQuery[] = [];
  class RecordingDriver extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      return {
        executeQuery: (query) => {
          statements.push(query);
          return Promise.resolve({ rows: [] });
        },
        streamQuery: () => {
          throw new TypeError('Nothing is streamed.');
        },
      };
    }
  }
  const dry = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new RecordingDriver(),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  await call(dry);
  const plans = await Promise.all(
    statements.map(({ sql, parameters }) =>
      db.executeQuery<{ readonly detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      ),
    ),
  );
  return plans.flatMap(({ rows }) => rows.map(({ detail }) => detail)).join('\n');
}
