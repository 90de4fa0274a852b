import { toIsoTime } from '../../../base/clock.ts';
import { dataOptions } from '../data-folder.ts';
import { printLine, printJson, toTable } from '../print.ts';
import { type Arguments, type ConsoleCommand, UsageError } from '../usage.ts';
import { accountOption, jsonOption, withOwner } from '../with-owner.ts';

/** The log of webhook deliveries. */
export const webhooks: ConsoleCommand = {
  usage: {
    line: 'list | show DELIVERY | resend DELIVERY',
    description: 'Lists the newest deliveries, shows the attempts of one, or resends one.',
    options: { ...accountOption, ...dataOptions, ...jsonOption },
    maxArguments: 2,
  },

  async run(args) {
    const [action, delivery] = args.positionals;
    if (action === 'list') {
      return list(args);
    }
    if (action === 'show' && delivery !== undefined) {
      return show(args, delivery);
    }
    if (action === 'resend' && delivery !== undefined) {
      await withOwner(args, (owner, account) =>
        owner.call('resendDelivery', { ...account, delivery }),
      );
      printLine('It is sent again as soon as a service runs.');
      return 0;
    }
    throw new UsageError('webhooks takes list, show DELIVERY or resend DELIVERY.');
  },
};

async function list(args: Arguments): Promise<number> {
  const found = await withOwner(args, (owner, account) => owner.call('listDeliveries', account));
  if (args.has('json')) {
    printJson(found);
    return 0;
  }
  const rows = found.map((delivery) => [
    delivery.id,
    delivery.jobId,
    delivery.state,
    String(delivery.attempts),
    delivery.nextAtMs === null ? '' : toIsoTime(delivery.nextAtMs),
    delivery.url,
  ]);
  printLine(toTable(['ID', 'JOB', 'STATE', 'ATTEMPTS', 'NEXT', 'ADDRESS'], rows));
  return 0;
}

async function show(args: Arguments, delivery: string): Promise<number> {
  const found = await withOwner(args, (owner, account) =>
    owner.call('listAttempts', { ...account, delivery }),
  );
  if (args.has('json')) {
    printJson(found);
    return 0;
  }
  const rows = found.map((attempt) => [
    String(attempt.attempt),
    toIsoTime(attempt.at_ms),
    `${attempt.duration_ms} ms`,
    attempt.http_status === null ? '' : String(attempt.http_status),
    attempt.problem ?? 'delivered',
  ]);
  printLine(toTable(['ATTEMPT', 'AT', 'TOOK', 'STATUS', 'OUTCOME'], rows));
  return 0;
}
