import type { Clock } from '../../base/clock.ts';
import type { Core } from './core.ts';
import type { Logger } from '../http/log.ts';
import type { Metrics } from '../http/metrics.ts';
import { createSpanContext, toTraceId, type Tracer } from '../tracing/tracer.ts';
import type { Store } from '../store/open.ts';
import { WebhookDispatcher } from '../webhooks/dispatcher.ts';
import type { SendAttempt } from '../webhooks/sender.ts';
import type { TargetPolicy } from '../webhooks/target.ts';

/** Dependencies of the deliveries. */
export interface DeliveryOptions {
  readonly store: Store;
  readonly core: Pick<Core, 'readWebhookSecrets'>;
  readonly clock: Clock;
  readonly policy: TargetPolicy;
  readonly metrics: Metrics;
  readonly tracer: Tracer | null;
  readonly logger: Logger;
}

/** Starts sending webhooks: the loop, its connections, and the signal that wakes it. */
export function openDeliveries(options: DeliveryOptions): { close(): Promise<void> } {
  const { store, core, clock, metrics, tracer, logger } = options;
  const sender = createLazySender(options);
  const dispatcher = new WebhookDispatcher({
    db: store.db,
    clock,
    send: sender.send,
    readSecrets: (accountId) => core.readWebhookSecrets(accountId),
    onAttempt({ id, jobId, attemptNo }, { isDelivered, status, failure, durationMs }) {
      metrics.countDelivery(isDelivered ? 'delivered' : 'failed');
      const endMs = clock.nowMs();
      tracer?.record({
        name: 'webhook',
        kind: 'client',
        context: createSpanContext(toTraceId(jobId)),
        startMs: endMs - durationMs,
        endMs,
        attributes: {
          'guise.job.id': jobId,
          'guise.attempt': attemptNo,
          'http.request.method': 'POST',
          'http.response.status_code': status,
        },
        failure,
      });
      const line = {
        delivery_id: id,
        attempt: attemptNo,
        status,
        failure,
        duration_ms: durationMs,
      };
      logger.info(line, 'webhook');
    },
    onFault(error) {
      logger.error({ err: error }, 'the outbox could not be read or written');
    },
  });
  const stopListening = store.signals.listen(({ kind }) => {
    if (kind === 'outbox') {
      dispatcher.wake();
    }
  });
  return {
    async close() {
      stopListening();
      await dispatcher.close();
      await sender.close();
    },
  };
}

/** The HTTP client takes a tenth of a second to load; a service without webhooks never needs it. */
function createLazySender({ policy, clock }: DeliveryOptions): {
  readonly send: SendAttempt;
  close(): Promise<void>;
} {
  let opening: ReturnType<typeof open> | null = null;
  async function open() {
    const [{ openGuardedAgent }, { createSender }] = await Promise.all([
      import('../webhooks/guarded-agent.ts'),
      import('../webhooks/sender.ts'),
    ]);
    const agent = openGuardedAgent({ policy });
    return { agent, send: createSender({ agent, nowMs: () => clock.nowMs() }) };
  }
  return {
    async send(attempt) {
      opening ??= open();
      return (await opening).send(attempt);
    },
    async close() {
      await (await opening)?.agent.close();
    },
  };
}
