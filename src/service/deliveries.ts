import type { Clock } from '../base/clock.ts';
import type { Core } from './core.ts';
import type { Logger } from './http/log.ts';
import type { Metrics } from './http/metrics.ts';
import type { Store } from './store/open.ts';
import { openDispatcher } from './webhooks/dispatcher.ts';
import { openGuardedAgent } from './webhooks/guarded-agent.ts';
import { createSender } from './webhooks/sender.ts';
import type { TargetPolicy } from './webhooks/target.ts';

/** What deliveries work with. */
export interface DeliveryOptions {
  readonly store: Store;
  readonly core: Pick<Core, 'readWebhookSecrets'>;
  readonly clock: Clock;
  readonly policy: TargetPolicy;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/** Starts sending webhooks: the loop, its connections, and the signal that wakes it. */
export function openDeliveries(options: DeliveryOptions): { close(): Promise<void> } {
  const { store, core, clock, metrics, logger } = options;
  const agent = openGuardedAgent({ policy: options.policy });
  const dispatcher = openDispatcher({
    db: store.db,
    clock,
    send: createSender({ agent, nowMs: () => clock.nowMs() }),
    readSecrets: (accountId) => core.readWebhookSecrets(accountId),
    onAttempt({ id, attemptNo }, { isDelivered, status, failure, durationMs }) {
      metrics.countDelivery(isDelivered ? 'delivered' : 'failed');
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
      await agent.close();
    },
  };
}
