import { readPriceList } from '../../billing/prices.ts';
import { describePrices } from '../../http/handlers/account.ts';
import { dataOptions } from '../data-folder.ts';
import { printLine, printJson, toMoney, toTable } from '../print.ts';
import type { ConsoleCommand } from '../usage.ts';
import { jsonOption, withOwner } from '../with-owner.ts';

/** Shows prices. */
export const pricing: ConsoleCommand = {
  usage: {
    line: '[FILE]',
    description:
      'Shows the price list of the running service, or the one in force without --pricing. With FILE it\n' +
      'checks that list. "pricing --json" prints the form that --pricing reads.',
    options: { ...dataOptions, ...jsonOption },
    maxArguments: 1,
  },

  async run(args) {
    const [file] = args.positionals;
    const list =
      file === undefined
        ? await withOwner(args, (owner) => owner.call('readPrices'))
        : describePrices(await readPriceList(file));
    if (args.has('json')) {
      printJson(list);
      return 0;
    }
    const rows = list.capabilities.map((price) => [
      price.feature,
      price.unit,
      toMoney(price.price_usd),
      toMoney(price.minimum_usd),
    ]);
    printLine(`Version ${list.version}\n`);
    printLine(toTable(['FEATURE', 'UNIT', 'PRICE', 'MINIMUM'], rows));
    return 0;
  },
};
