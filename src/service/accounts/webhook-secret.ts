import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { WEBHOOK_SECRET_PREFIX, webhookSchedule } from '../../contract/api/webhooks.ts';
import type { ServiceContext } from '../service-context.ts';
import { findAccountRow } from '../store/statements/account-statements.ts';
import { findSecretRow, putSecretRow } from '../store/statements/secret-statements.ts';
import { seal, unseal } from './seal.ts';

const SECRET_BYTES = 32;

/** Secrets that sign deliveries: the current one, and for a day after a rotation the old one. */
export interface WebhookSecrets {
  readonly current: string;
  readonly previous: string | null;
}

/** Reads the secrets of an account; the first is created when there is none. */
export async function readWebhookSecrets(
  context: ServiceContext,
  accountId: string,
): Promise<WebhookSecrets> {
  const { masterKey, clock } = context;
  const row = await findSecretRow(context.store.db, accountId);
  if (row === null) {
    return writeSecret(context, accountId, 'first');
  }
  const isOverlapping =
    row.previous_sealed !== null && (row.previous_valid_until_ms ?? 0) > clock.nowMs();
  return {
    current: unseal(masterKey, accountId, row.current_sealed),
    previous:
      isOverlapping && row.previous_sealed !== null
        ? unseal(masterKey, accountId, row.previous_sealed)
        : null,
  };
}

/** Makes a new secret; the old one stays valid for 24 h. */
export async function rotateWebhookSecret(
  context: ServiceContext,
  accountId: string,
): Promise<WebhookSecrets> {
  return writeSecret(context, accountId, 'rotate');
}

async function writeSecret(
  context: ServiceContext,
  accountId: string,
  reason: 'first' | 'rotate',
): Promise<WebhookSecrets> {
  const { masterKey, clock } = context;
  const nowMs = clock.nowMs();
  return context.store.db.transaction().execute(async (tx) => {
    // The account's row lock lines up two first reads on PostgreSQL.
    const lock = await tx
      .updateTable('accounts')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (lock.numUpdatedRows === 0n || (await findAccountRow(tx, accountId)) === null) {
      throw new AppError('not_found', 'There is no such account.');
    }
    const old = await findSecretRow(tx, accountId);
    if (old !== null && reason === 'first') {
      return { current: unseal(masterKey, accountId, old.current_sealed), previous: null };
    }
    const current = WEBHOOK_SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
    await putSecretRow(tx, {
      account_id: accountId,
      current_sealed: seal(masterKey, accountId, current),
      previous_sealed: old?.current_sealed ?? null,
      previous_valid_until_ms: old === null ? null : nowMs + webhookSchedule.secretOverlapMs,
      rotated_at_ms: nowMs,
    });
    const previous = old === null ? null : unseal(masterKey, accountId, old.current_sealed);
    return { current, previous };
  });
}
