import { openFileJudge } from '../../../src/service/files/judge/judge-host.ts';

/* Judges the file named second, with the entry named third when there is one, and waits to be killed. */
const [, , folder = '', path = '', entry] = process.argv;
const judge = openFileJudge({ folder, entry, processes: 1 });
await judge
  .judge(path, 'wav')
  .catch((error: unknown) => process.stdout.write(`${String(error)}\n`));
