import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../client/client.ts';
import { AppError } from '../../base/errors.ts';
import { usageDays } from '../../contract/ipc/account.ts';
import { computeFirstShownMs, sumDays, sumFeatures } from './sum-usage.ts';
import { createAccountCalls } from './account-calls.ts';
import { toUsageLines, usageCsvHead } from './usage-csv.ts';
import { readUsageRows, type ReceivedUsageRow } from './usage-rows.ts';

const nowMs = new Date(2026, 2, 31, 12).getTime();

function createRow(id: string, change: Partial<ReceivedUsageRow> = {}): ReceivedUsageRow {
  return {
    id,
    endpoint: 'face-swap',
    feature: 'face_swap',
    status: 'succeeded',
    charged_usd: 0.1,
    created_at: new Date(nowMs).toISOString(),
    ...change,
  };
}

/** A service that lists its calls according to the API: newest first, at most `limit`, before `to`. */
function serve(all: readonly ReceivedUsageRow[]) {
  return {
    listUsage: async ({ query }: { query?: { limit?: string; to?: string } } = {}) => {
      const toMs = query?.to === undefined ? Infinity : Date.parse(query.to);
      return all
        .filter(({ created_at }) => Date.parse(created_at) < toMs)
        .slice(0, Number(query?.limit ?? 100));
    },
  } as Parameters<typeof readUsageRows>[0];
}

describe('the sums of usage', () => {
  it('have every day once, across the change to summer time, today last', () => {
    const days = sumDays(
      [createRow('a'), createRow('b'), createRow('c', { charged_usd: 0.2 })],
      nowMs,
    );
    expect(days).toHaveLength(usageDays);
    expect(new Set(days.map(({ day }) => day)).size).toBe(usageDays);
    expect(days[0]).toEqual({ day: '2026-03-02', calls: 0, spentUsd: 0 });
    expect(days.at(-1)).toEqual({ day: '2026-03-31', calls: 3, spentUsd: 0.4 });
    expect(new Date(computeFirstShownMs(nowMs)).getDate()).toBe(2);
  });

  it('add amounts up exactly and put the dearest feature first', () => {
    const rows = [
      ...Array.from({ length: 10 }, (_, index) => createRow(String(index))),
      createRow('x', { feature: 'avatar', charged_usd: 1.000001 }),
    ];
    expect(sumFeatures(rows)).toEqual([
      { feature: 'avatar', calls: 1, spentUsd: 1.000001 },
      { feature: 'face_swap', calls: 10, spentUsd: 1 },
    ]);
  });
});

describe('the pages of usage', () => {
  const many = Array.from({ length: 1203 }, (_, index) =>
    // Four calls share each instant, so that pages end in the middle of one.
    createRow(`r${index}`, { created_at: new Date(nowMs - Math.floor(index / 4)).toISOString() }),
  );

  it('give every call once, also where a page ends between calls of one instant', async () => {
    const { rows, isWhole } = await readUsageRows(serve(many), { maxPages: 10 });
    expect(isWhole).toBe(true);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(many.map(({ id }) => id).toSorted());
  });

  it('say so when they end before the calls do', async () => {
    const { rows, isWhole } = await readUsageRows(serve(many), { maxPages: 2 });
    expect(isWhole).toBe(false);
    expect(rows.length).toBeGreaterThan(900);
  });

  it('come to an end where a whole page has one instant', async () => {
    const same = Array.from({ length: 700 }, (_, index) => createRow(`s${index}`));
    const { rows, isWhole } = await readUsageRows(serve(same), { maxPages: 10 });
    expect([rows.length, isWhole]).toEqual([500, false]);
  });

  it('come to an end where a service gives the same one for ever', async () => {
    let pages = 0;
    const listUsage = async () => {
      pages += 1;
      return many.slice(0, 500);
    };
    expect((await readUsageRows({ listUsage }, { maxPages: 100 })).isWhole).toBe(false);
    expect(pages).toBeLessThan(5);
  });

  it('pass on why the service refuses', async () => {
    const refused = new AppError('forbidden', 'No.');
    const listUsage = () => Promise.reject(refused);
    await expect(readUsageRows({ listUsage }, { maxPages: 1 })).rejects.toBe(refused);
  });
});

describe('usage as CSV', () => {
  it('has a head, quotes what has to be quoted, and holds no formula of a service', () => {
    const lines = toUsageLines([
      createRow('a', { created_at: '2026-03-31T10:00:00.000Z' }),
      createRow('=1+1', { feature: 'new, "odd"', created_at: '@now', charged_usd: 0 }),
    ]);
    expect((usageCsvHead + lines).split('\r\n')).toEqual([
      'id,created_at,feature,endpoint,status,charged_usd',
      'a,2026-03-31T10:00:00.000Z,face_swap,face-swap,succeeded,0.1',
      `'=1+1,'@now,"new, ""odd""",face-swap,succeeded,0`,
      '',
    ]);
  });
});

describe('the export', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guise-usage-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const exportTo = (name: string, listUsage: ApiClient['listUsage']) =>
    createAccountCalls({
      activeProfileId: () => 'p',
      openClient: async () => ({ listUsage }) as ApiClient,
      chooseSavePath: async () => join(folder, name),
      nowMs: () => nowMs,
    })['account.export_usage']({});

  it('has every call, however many there are', async () => {
    const count = 60_001;
    // One call a minute, made when it is asked for.
    const reply = await exportTo('all.csv', async ({ query } = {}) => {
      const endMs = query?.to === undefined ? Infinity : Date.parse(query.to);
      const first = Math.max(0, Math.floor((nowMs - endMs) / 60_000) + 1);
      return Array.from({ length: Math.min(500, count - first) }, (_, offset) =>
        createRow(`r${first + offset}`, {
          created_at: new Date(nowMs - (first + offset) * 60_000).toISOString(),
        }),
      );
    });
    expect(reply).toMatchObject({ rows: count, isWhole: true });
    const lines = (await readFile(join(folder, 'all.csv'), 'utf8')).split('\r\n');
    expect(lines).toHaveLength(count + 2);
    expect(lines.at(-2)).toMatch(/^r60000,/);
  });

  it('leaves nothing behind when the service refuses in the middle', async () => {
    const refused = new AppError('unauthorized', 'Revoked.');
    const { listUsage } = serve(Array.from({ length: 700 }, (_, index) => createRow(`r${index}`)));
    let pages = 0;
    const reply = exportTo('part.csv', async (call) => {
      pages += 1;
      return pages > 1 ? Promise.reject(refused) : listUsage(call);
    });
    await expect(reply).rejects.toBe(refused);
    expect(await readdir(folder)).toEqual(['all.csv']);
  });
});
