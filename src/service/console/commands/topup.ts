import { dataOptions } from '../data-folder.ts';
import { printLine, printJson, toMoney } from '../print.ts';
import { type ConsoleCommand, UsageError } from '../usage.ts';
import { accountOption, jsonOption, withOwner } from '../with-owner.ts';

/** Adds money to an account. */
export const topup: ConsoleCommand = {
  usage: {
    line: 'AMOUNT',
    description: 'Adds AMOUNT dollars to an account; at most six decimals.',
    options: {
      reference: {
        value: 'TEXT',
        description: 'Name of the payment: a repeated call with the same name has no effect.',
      },
      ...accountOption,
      ...dataOptions,
      ...jsonOption,
    },
    maxArguments: 1,
  },

  async run(args) {
    const [amount = ''] = args.positionals;
    if (!/^\d+(\.\d{1,6})?$/.test(amount) || Number(amount) === 0) {
      throw new UsageError('topup takes an amount of dollars above zero, such as 25 or 2.50.');
    }
    const reference = args.text('reference');
    const account = await withOwner(args, (owner, which) =>
      owner.call('topUp', {
        ...which,
        amount_usd: Number(amount),
        ...(reference === null ? {} : { reference }),
      }),
    );
    if (args.has('json')) {
      printJson(account);
    } else {
      printLine(`Balance of ${account.name}: ${toMoney(account.balance_usd)}`);
    }
    return 0;
  },
};
