import { dataOptions } from '../data-folder.ts';
import { printLine, printJson } from '../print.ts';
import { type ConsoleCommand, UsageError } from '../usage.ts';
import { accountOption, jsonOption, withOwner } from '../with-owner.ts';

/** Shows or rotates the secret that signs webhooks. */
export const webhookSecret: ConsoleCommand = {
  usage: {
    line: '[rotate]',
    description:
      'The printed secret is the key of X-Service-Signature. After "rotate" the old secret also signs\n' +
      'for 24 hours.',
    options: { ...accountOption, ...dataOptions, ...jsonOption },
    maxArguments: 1,
  },

  async run(args) {
    const [action] = args.positionals;
    if (action !== undefined && action !== 'rotate') {
      throw new UsageError('webhook-secret takes nothing or rotate.');
    }
    const call = action === 'rotate' ? 'rotateWebhookSecret' : 'readWebhookSecret';
    const secrets = await withOwner(args, (owner, account) => owner.call(call, account));
    if (args.has('json')) {
      printJson({ current: secrets.current, previous: secrets.previous });
      return 0;
    }
    printLine(secrets.current);
    if (secrets.previous !== null) {
      printLine(`  until its day is over the old one is valid too: ${secrets.previous}`);
    }
    return 0;
  },
};
