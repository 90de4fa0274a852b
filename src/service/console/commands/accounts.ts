import type { OwnerAnswer } from '../../owner/owner-calls.ts';
import { dataOptions } from '../data-folder.ts';
import { printLine, printJson, toMoney, toTable } from '../print.ts';
import { type Arguments, type ConsoleCommand, UsageError } from '../usage.ts';
import { accountOption, jsonOption, withOwner } from '../with-owner.ts';

/** Works on accounts. */
export const accounts: ConsoleCommand = {
  usage: {
    line: 'list | create NAME | tier default|pro',
    description:
      'Every account has its own balance, keys, jobs and files. The tier sets how many requests per\n' +
      'minute its keys may make, and how many of its jobs run at once.',
    options: { ...accountOption, ...dataOptions, ...jsonOption },
    maxArguments: 2,
  },

  async run(args) {
    const [action, subject] = args.positionals;
    if (action === 'list') {
      return show(args, await withOwner(args, (owner) => owner.call('listAccounts')));
    }
    if (action === 'create' && subject !== undefined) {
      return show(args, [
        await withOwner(args, (owner) => owner.call('createAccount', { name: subject })),
      ]);
    }
    if (action === 'tier' && subject !== undefined) {
      const changed = await withOwner(args, (owner, account) =>
        owner.call('setTier', { ...account, tier: subject }),
      );
      return show(args, [changed]);
    }
    throw new UsageError('accounts takes list, create NAME, or tier default|pro.');
  },
};

function show(args: Arguments, found: OwnerAnswer<'listAccounts'>): number {
  if (args.has('json')) {
    printJson(found);
    return 0;
  }
  const rows = found.map((account) => [
    account.id,
    account.name,
    account.tier,
    toMoney(account.balance_usd),
    toMoney(account.held_usd),
    toMoney(account.spent_usd),
  ]);
  printLine(toTable(['ID', 'NAME', 'TIER', 'BALANCE', 'HELD', 'SPENT'], rows));
  return 0;
}
