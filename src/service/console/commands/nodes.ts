import { dataOptions } from '../data-folder.ts';
import { printJson, printLine, toTable } from '../print.ts';
import type { ConsoleCommand } from '../usage.ts';
import { jsonOption, withOwner } from '../with-owner.ts';

/** Shows the services that share a database. */
export const nodes: ConsoleCommand = {
  usage: {
    line: '',
    description:
      'Lists the services that share a PostgreSQL database, with their roles, running jobs and state.\n' +
      'A service is lost after nine seconds without a sign of life: its jobs run again elsewhere.',
    options: { ...dataOptions, ...jsonOption },
    maxArguments: 0,
  },

  async run(args) {
    const found = await withOwner(args, (owner) => owner.call('listNodes'));
    if (args.has('json')) {
      printJson(found);
      return 0;
    }
    const rows = found.map(
      ({ id, name, roles, state, running, slots, liveSlots, seen_at, url }) => [
        id,
        name,
        roles.join(','),
        state,
        `${running}/${slots}`,
        String(liveSlots),
        seen_at,
        url ?? '',
      ],
    );
    printLine(
      toTable(['ID', 'MACHINE', 'ROLES', 'STATE', 'JOBS', 'LIVE SLOTS', 'SEEN', 'ADDRESS'], rows),
    );
    return 0;
  },
};
