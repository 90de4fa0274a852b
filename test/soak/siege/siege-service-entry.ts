/**
 * The service as a host runs it, in its own process, with an adjustable clock and accounts that are opened by messages.
 */
import { toWireError } from '../../../src/base/errors.ts';
import { toMicros } from '../../../src/base/money.ts';
import { beginLeanStart } from '../../../src/service/lean-start.ts';
import type { Service } from '../../../src/service/start/service.ts';
import type { FromSiegeService, ToSiegeService } from './siege-messages.ts';

beginLeanStart();
const [{ openService }, { createLogger }, { endOnCrash }, { testPrices }] = await Promise.all([
  import('../../../src/service/start/service.ts'),
  import('../../../src/service/http/log.ts'),
  import('../../../src/service/process/end-on-crash.ts'),
  import('../../contract/support/world.ts'),
]);

let service: Service | null = null;
let aheadMs = 0;
const logger = createLogger('warn', process.stderr);

function send(message: FromSiegeService): void {
  process.send?.(message);
}

async function start(message: Extract<ToSiegeService, { type: 'start' }>): Promise<void> {
  aheadMs = message.aheadMs;
  service = await openService({
    folder: message.folder,
    prices: testPrices,
    slots: 1,
    logger,
    clock: { nowMs: () => Date.now() + aheadMs },
    requestsPerMinute: () => 100_000,
  });
  endOnCrash({ name: 'siege', logger: () => logger, stop: async () => service?.stop() });
  send({ type: 'started', baseUrl: service.baseUrl });
}

function refuse(error: unknown): void {
  const { message, details } = toWireError(error);
  const reason = details?.['reason'];
  send({ type: 'refused', reason: typeof reason === 'string' ? reason : message });
  process.exitCode = 1;
  process.disconnect();
}

async function openAccount(balanceUsd: number): Promise<void> {
  if (service !== null) {
    const { core } = service;
    const { id: accountId } = await core.createAccount({ name: 'besieger', tier: 'pro' });
    await core.topUp({ accountId, amountMicros: toMicros(balanceUsd * 1_000_000) });
    const { secret } = await core.createKey({ accountId, name: 'main' });
    send({ type: 'account', accountId, secret });
  }
}

async function stop(): Promise<void> {
  await service?.stop();
  process.exit(0);
}

process.on('message', (message: ToSiegeService) => {
  switch (message.type) {
    case 'start':
      start(message).catch(refuse);
      break;
    case 'open_account':
      void openAccount(message.balanceUsd);
      break;
    case 'set_clock':
      aheadMs = message.aheadMs;
      break;
    case 'stop':
      void stop();
      break;
  }
});
process.on('disconnect', () => void stop());
