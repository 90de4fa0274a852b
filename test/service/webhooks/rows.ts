import { createId } from '../../../src/base/ids.ts';
import { toMicros } from '../../../src/base/money.ts';
import type { Store } from '../../../src/service/store/open.ts';
import { enqueueDelivery } from '../../../src/service/webhooks/outbox.ts';
import { buildDelivery } from '../../../src/service/webhooks/payload.ts';

/** An account without money or keys. */
export async function addAccount(store: Store): Promise<string> {
  const id = createId();
  const none = toMicros(0);
  await store.db
    .insertInto('accounts')
    .values({
      id,
      name: 'Test',
      tier: 'default',
      balance_micros: none,
      held_micros: none,
      spent_micros: none,
      topped_up_micros: none,
      created_at_ms: 0,
    })
    .execute();
  return id;
}

/** A job row in a state of the queue. */
export async function addJob(
  store: Store,
  accountId: string,
  queueState: 'ready' | 'done' = 'done',
): Promise<string> {
  const id = createId();
  await store.db
    .insertInto('jobs')
    .values({
      id,
      account_id: accountId,
      kind: 'render',
      feature: 'face_swap',
      endpoint: 'face-swap',
      status: queueState === 'done' ? 'succeeded' : 'queued',
      queue_state: queueState,
      input: '{}',
      run_after_ms: 0,
      lease_owner: null,
      lease_until_ms: null,
      fence: 0,
      attempt: 0,
      progress: 1,
      stage: null,
      preview_key: null,
      output_key: null,
      charged_micros: toMicros(0),
      price: '{}',
      error_code: null,
      error_message: null,
      report: null,
      callback_url: null,
      created_at_ms: 0,
      started_at_ms: null,
      finished_at_ms: null,
    })
    .execute();
  return id;
}

/** A finished job whose webhook is due at `nowMs`. Returns the id of the delivery. */
export async function addDelivery(
  store: Store,
  delivery: { readonly accountId: string; readonly url: string; readonly nowMs: number },
): Promise<string> {
  const jobId = await addJob(store, delivery.accountId);
  const content = buildDelivery({ id: jobId, status: 'succeeded', error: null });
  await store.db
    .transaction()
    .execute((tx) => enqueueDelivery(tx, { jobId, content, ...delivery }));
  const { id } = await store.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return id;
}
