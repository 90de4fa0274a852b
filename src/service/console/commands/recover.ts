import { recoverStore, findGoodBackup } from '../../store/sqlite/recover.ts';
import { dataOptions, readLocation } from '../data-folder.ts';
import { printLine } from '../print.ts';
import { type ConsoleCommand, UsageError } from '../usage.ts';

/** Deals with a damaged database. */
export const recover: ConsoleCommand = {
  usage: {
    line: '--restore | --start-anew',
    description:
      'Repairs a damaged SQLite database while no service runs: replaces it with its newest good copy,\n' +
      'or with a new one. The damaged files are kept in a folder beside it. Without an option it prints\n' +
      'the newest good copy.',
    options: {
      data: dataOptions.data,
      restore: { description: 'Restores the newest good copy in backups/.' },
      'start-anew': { description: 'Starts with an empty history; the copies are kept too.' },
    },
    maxArguments: 0,
  },

  async run(args) {
    const { folder } = readLocation(args);
    const [isRestore, isNew] = [args.has('restore'), args.has('start-anew')];
    if (isRestore && isNew) {
      throw new UsageError('Either --restore or --start-anew.');
    }
    if (!isRestore && !isNew) {
      const good = findGoodBackup(folder);
      printLine(
        good === null ? 'There is no good copy.' : `${good.path}  ${toTime(good.writtenAtMs)}`,
      );
      return 0;
    }
    const { setAside, restoredFromMs } = recoverStore(folder, isRestore ? 'restore' : 'start_anew');
    printLine(
      restoredFromMs === null
        ? 'The next service starts with an empty history.'
        : `The copy of ${toTime(restoredFromMs)} is in place.`,
    );
    if (setAside !== null) {
      printLine(`What was damaged is in ${setAside}.`);
    }
    return 0;
  },
};

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
