import { grantWorker } from '../../store/statements/worker-grants.ts';
import { openPostgres } from '../../store/open.ts';
import { dataOptions, readLocation } from '../data-folder.ts';
import { printLine } from '../print.ts';
import { type ConsoleCommand, UsageError } from '../usage.ts';

/** Grants a database role the rights that render-only nodes need. */
export const grantRender: ConsoleCommand = {
  usage: {
    line: 'ROLE',
    description:
      'Grants an existing PostgreSQL role the right to claim, extend and finish jobs, and no other: services with\n' +
      '--roles jobs connect as it. Run it as the role that owns the tables, and again after an upgrade.',
    options: { 'database-url': dataOptions['database-url'] },
    maxArguments: 1,
  },

  async run(args) {
    const [role] = args.positionals;
    if (role === undefined) {
      throw new UsageError('grant-render takes the name of a role, such as guise_worker.');
    }
    const { databaseUrl } = readLocation(args);
    if (databaseUrl === null || databaseUrl === undefined) {
      throw new UsageError('grant-render is for a PostgreSQL database: set GUISE_DATABASE_URL.');
    }
    const store = await openPostgres({ connection: databaseUrl });
    try {
      await grantWorker(store.db, role);
    } finally {
      await store.close();
    }
    printLine(`${role} can claim, extend and finish jobs.`);
    return 0;
  },
};
