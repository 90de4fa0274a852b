import * as z from 'zod';
import { fromUsd, toUsd } from '../../base/money.ts';
import { toIsoTime } from '../../base/clock.ts';
import { scopes } from '../../contract/api/kit.ts';
import { type RateTier, rateTiers } from '../../contract/api/limits.ts';
import type { Account, ApiKey, CreatedKey } from '../accounts/account.ts';
import type { Core } from '../start/core.ts';
import { describePrices } from '../http/handlers/account.ts';
import type { ListedNode } from '../nodes/list-nodes.ts';
import { isFirstKey, writeFirstKey } from '../accounts/first-account.ts';
import { listAttempts, listDeliveries, resendDelivery } from '../webhooks/delivery-log.ts';
import { AppError } from '../../base/errors.ts';

/** Context of an owner's call. */
export interface OwnerContext {
  readonly core: Core;
  /** The account that is meant when none is named. */
  readonly accountId: string;
  /** Folder of the first key. */
  readonly folder: string;
  /** Base address of the API; null when no service runs. */
  readonly baseUrl: () => string | null;
  /** The known services that share the database. */
  readonly listNodes: () => Promise<ListedNode[]>;
}

interface OwnerCall<S extends z.ZodType, R> {
  readonly input: S;
  run(context: OwnerContext, input: z.output<S>): Promise<R>;
}

/** Checks that input, work and answer of a call belong together. */
function call<S extends z.ZodType, R>(
  input: S,
  run: (context: OwnerContext, input: z.output<S>) => Promise<R>,
): OwnerCall<S, R> {
  return { input, run };
}

const account = z.string().optional();
const nothing = z.strictObject({});
const tier = z.enum(Object.keys(rateTiers).filter(isRateTier));

/**
 * Calls of a service's owner beside the API: on the folder when no service runs, through the running service
 * otherwise. Answers are plain JSON.
 */
export const ownerCalls = {
  readStatus: call(nothing, ({ baseUrl }) => Promise.resolve({ base_url: baseUrl() })),
  listNodes: call(nothing, async ({ listNodes }) => (await listNodes()).map(describeNode)),
  listAccounts: call(nothing, async ({ core }) => (await core.listAccounts()).map(describeAccount)),
  createAccount: call(
    z.strictObject({ name: z.string().min(1).max(100), tier: tier.optional() }),
    async ({ core }, input) => describeAccount(await core.createAccount(input)),
  ),
  setTier: call(z.strictObject({ account, tier }), async ({ core, accountId }, input) => {
    const id = input.account ?? accountId;
    await core.setTier(id, input.tier);
    return describeAccount(await core.readAccount(id));
  }),
  createKey: call(
    z.strictObject({
      account,
      name: z.string().min(1).max(100),
      scopes: z.array(z.enum(scopes)).min(1).optional(),
    }),
    async ({ core, accountId }, { account: id = accountId, name, scopes: allowed }) => {
      await core.readAccount(id);
      return describeCreated(await core.createKey({ accountId: id, name, scopes: allowed }));
    },
  ),
  listKeys: call(z.strictObject({ account }), async ({ core, accountId }, input) => {
    const { id } = await core.readAccount(input.account ?? accountId);
    return (await core.listKeys(id)).map(describeKey);
  }),
  rotateKey: call(
    z.strictObject({ account, key: z.string() }),
    async ({ core, accountId, folder }, { account: id = accountId, key }) => {
      const keyId = await requireKeyId(core, id, key);
      const isFirst = await isFirstKey(core, folder, keyId);
      const made = await core.rotateKey(id, keyId);
      if (isFirst) {
        await writeFirstKey(folder, made.secret);
      }
      return describeCreated(made);
    },
  ),
  revokeKey: call(
    z.strictObject({ account, key: z.string() }),
    async ({ core, accountId }, { account: id = accountId, key }) =>
      describeKey(await core.revokeKey(id, await requireKeyId(core, id, key))),
  ),
  topUp: call(
    z.strictObject({
      account,
      amount_usd: z.number().positive().max(1_000_000),
      reference: z.string().min(1).max(200).optional(),
    }),
    async ({ core, accountId }, { account: id = accountId, amount_usd, reference }) =>
      describeAccount(
        await core.topUp({ accountId: id, amountMicros: fromUsd(amount_usd), reference }),
      ),
  ),
  readWebhookSecret: call(z.strictObject({ account }), ({ core, accountId }, input) =>
    core.readWebhookSecrets(input.account ?? accountId),
  ),
  rotateWebhookSecret: call(z.strictObject({ account }), ({ core, accountId }, input) =>
    core.rotateWebhookSecret(input.account ?? accountId),
  ),
  listDeliveries: call(
    z.strictObject({ account, limit: z.int().min(1).max(500).default(50) }),
    async ({ core, accountId }, input) => {
      const { id } = await core.readAccount(input.account ?? accountId);
      return listDeliveries(core.context.store.db, id, input.limit);
    },
  ),
  listAttempts: call(
    z.strictObject({ account, delivery: z.string() }),
    ({ core, accountId }, { account: id = accountId, delivery }) =>
      listAttempts(core.context.store.db, { accountId: id, deliveryId: delivery }),
  ),
  resendDelivery: call(
    z.strictObject({ account, delivery: z.string() }),
    async ({ core: { context }, accountId }, { account: id = accountId, delivery }) => {
      const target = { accountId: id, deliveryId: delivery, nowMs: context.clock.nowMs() };
      if (!(await resendDelivery(context.store.db, target))) {
        throw new AppError('not_found', 'There is no such delivery.');
      }
      context.store.signals.send({ kind: 'outbox' });
      return { delivery };
    },
  ),
  readJobDetails: call(
    z.strictObject({ account, job: z.string() }),
    ({ core, accountId }, { account: id = accountId, job }) => core.readJobDetails(id, job),
  ),
  readPrices: call(nothing, ({ core }) => Promise.resolve(describePrices(core.context.prices))),
};

/** See {@link ownerCalls}. */
export type OwnerCalls = typeof ownerCalls;

/** Name of an owner's call. */
export type OwnerCallName = keyof OwnerCalls;

/** Answer of a call. */
export type OwnerAnswer<N extends OwnerCallName> = Awaited<ReturnType<OwnerCalls[N]['run']>>;

/** Returns whether a text names a call. */
export function isOwnerCall(name: string): name is OwnerCallName {
  return Object.hasOwn(ownerCalls, name);
}

/** Parses the input of a call and does it. Throws `invalid_input` for wrong input. */
export async function runOwnerCall(
  context: OwnerContext,
  name: OwnerCallName,
  input: unknown,
): Promise<unknown> {
  const found: OwnerCall<z.ZodType, unknown> = ownerCalls[name];
  const parsed = found.input.safeParse(input);
  if (!parsed.success) {
    throw new AppError('invalid_input', z.prettifyError(parsed.error));
  }
  return found.run(context, parsed.data);
}

function isRateTier(name: string): name is RateTier {
  return Object.hasOwn(rateTiers, name);
}

function describeAccount(found: Account) {
  return {
    id: found.id,
    name: found.name,
    tier: found.tier,
    balance_usd: toUsd(found.balanceMicros),
    held_usd: toUsd(found.heldMicros),
    spent_usd: toUsd(found.spentMicros),
    topped_up_usd: toUsd(found.toppedUpMicros),
    created_at: toIsoTime(found.createdAtMs),
  };
}

function describeNode({ startedAtMs, seenAtMs, ...node }: ListedNode) {
  return { ...node, started_at: toIsoTime(startedAtMs), seen_at: toIsoTime(seenAtMs) };
}

function describeKey(key: ApiKey) {
  return {
    id: key.id,
    account: key.accountId,
    name: key.name,
    shown: `${key.prefix}…${key.last4}`,
    scopes: key.scopes,
    created_at: toIsoTime(key.createdAtMs),
    revoked_at: key.revokedAtMs === null ? null : toIsoTime(key.revokedAtMs),
  };
}

function describeCreated({ key, secret }: CreatedKey) {
  return { ...describeKey(key), api_key: secret };
}

/** A key by its id, its whole secret or its last four characters. */
async function requireKeyId(core: Core, accountId: string, text: string): Promise<string> {
  const keys = (await core.listKeys(accountId)).filter(
    (key) =>
      key.id === text ||
      (text.length > 8 && text.startsWith(key.prefix) && text.endsWith(key.last4)) ||
      key.last4 === text,
  );
  const open = keys.filter(({ revokedAtMs }) => revokedAtMs === null);
  const [found, second] = open.length > 0 ? open : keys;
  if (found === undefined) {
    throw new AppError('not_found', `There is no key ${text}. "keys list" shows them.`);
  }
  if (second !== undefined) {
    throw new AppError('invalid_input', `Several keys end in ${text}; name one by its id.`);
  }
  return found.id;
}
