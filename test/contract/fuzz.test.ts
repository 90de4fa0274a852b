/**
 * Generated requests, each with one or two faults: the service answers all of them according to its error table, never
 * with a crash, and a refused request leaves nothing behind. FUZZ_REQUESTS sets their number; a failure prints the
 * seed.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiErrorCode, apiErrors } from '../../src/contract/api/errors.ts';
import { operations } from '../../src/contract/api/operations.ts';
import { audit } from '../service/store/audit.ts';
import { arbitraryPlan, closeConnections, type Plan, sendPlan } from './support/fuzz.ts';
import { callOperation, isErrorBody } from './support/http-call.ts';
import { makeSamples, type SampleKeys } from './support/samples.ts';
import { type Customer, everyProcessor, openWorld, type World } from './support/world.ts';

const BATCH = 20;
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 4000);
/** Below the 600 a minute that a key may make. */
const REQUESTS_PER_KEY = 500;

let world: World;
/** Can pay: some of its requests are accepted. */
let rich: Customer;
/** Cannot pay: everything that costs is refused. */
let poor: Customer;
let keys: Readonly<Record<'rich' | 'poor', SampleKeys>>;
const secrets = new Map<Customer, { secret: string; left: number }>();

beforeAll(async () => {
  world = await openWorld({ registry: everyProcessor, slots: 0 });
  rich = await world.newAccount();
  poor = await world.newAccount({ balanceUsd: 0 });
  keys = { rich: await upload(rich), poor: await upload(poor) };
}, 60_000);

afterAll(async () => {
  closeConnections();
  await world.close();
});

async function upload(customer: Customer): Promise<SampleKeys> {
  const entries = Object.entries(await makeSamples()).map(async ([kind, file]) => {
    const form = new FormData();
    form.set('file', file, 'sample');
    const { body } = await callOperation(world.service.baseUrl, operations.uploadFile, {
      key: customer.secret,
      form,
    });
    return [kind, (body as { readonly file_key: string }).file_key];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function takeSecret(customer: Customer): Promise<string> {
  let known = secrets.get(customer);
  if (known === undefined || known.left === 0) {
    known = { secret: (await customer.newKey()).secret, left: REQUESTS_PER_KEY };
    secrets.set(customer, known);
  }
  known.left -= 1;
  return known.secret;
}

async function check(customer: Customer, plan: Plan, statuses: Map<number, number>): Promise<void> {
  const reply = await sendPlan(world.service.baseUrl, plan, await takeSecret(customer));
  if (reply === null) {
    return;
  }
  const { status, text } = reply;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status < 400 || plan.request.method === 'HEAD') {
    expect([200, 204, 400, 401, 402, 403, 404, 422, 429]).toContain(status);
    return;
  }
  const body: unknown = JSON.parse(text);
  if (!isErrorBody(body) || !Object.hasOwn(apiErrors, body.error.code)) {
    throw new Error(`${status} ${text}`);
  }
  const code = body.error.code as ApiErrorCode;
  expect(apiErrors[code].statuses, text).toContain(status);
  expect(code).not.toBe('internal_error');
  const known: readonly string[] = operations[plan.request.operation].errors;
  // A mangled path or method may be no operation at all.
  expect([...known, 'not_found', 'unauthorized']).toContain(code);
}

test(
  `${requests} requests: no fault, the error table holds, refusals leave nothing behind`,
  { timeout: 900_000 },
  async () => {
    const { db } = world.service.core.context.store;
    const statuses = new Map<number, number>();
    const batch = fc.record({
      rich: fc.array(arbitraryPlan(keys.rich), { minLength: BATCH / 2, maxLength: BATCH / 2 }),
      poor: fc.array(arbitraryPlan(keys.poor), { minLength: BATCH / 2, maxLength: BATCH / 2 }),
    });
    await fc.assert(
      fc.asyncProperty(batch, async (plans) => {
        await Promise.all([
          ...plans.rich.map((plan) => check(rich, plan, statuses)),
          ...plans.poor.map((plan) => check(poor, plan, statuses)),
        ]);
      }),
      { numRuns: Math.ceil(requests / BATCH) },
    );
    console.log(
      'replies by status',
      Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)),
    );

    const left = async (
      table: 'ledger_lines' | 'holds' | 'jobs' | 'idempotency',
    ): Promise<unknown[]> =>
      db.selectFrom(table).selectAll().where('account_id', '=', poor.accountId).execute();
    expect(await left('ledger_lines')).toEqual([]);
    expect(await left('holds')).toEqual([]);
    expect(await left('jobs')).toEqual([]);
    expect(await left('idempotency')).toEqual([]);
    expect(await audit(world.service.core.context.store)).toEqual([]);
    // Something got through on both sides of the table, or the generator is of no use.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(requests / 50);
    expect(statuses.get(422) ?? 0).toBeGreaterThan(requests / 10);
    expect(world.log()).not.toContain('"a request failed"');
  },
);
