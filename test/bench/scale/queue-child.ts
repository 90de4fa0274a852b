/**
 * A node without workers: `submit` puts jobs into the queue, `claim` empties it. Its first output line reports that it
 * is ready, it starts at the first byte on its input, and its last line contains the measurements.
 */
import { once } from 'node:events';
import { claimAndEnd, runInLanes, openBenchCore, submitSpeech } from './bench-core.ts';

const LANES = 4;

const [, , kind = '', databaseUrl = '', name = '', countText = '0'] = process.argv;
const { store, core } = await openBenchCore(databaseUrl);
const accounts = (await core.listAccounts()).map(({ id }) => id);

function tell(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function submit(): Promise<object> {
  let left = Number(countText);
  await runInLanes(LANES, async () => {
    left -= 1;
    if (left < 0) {
      return false;
    }
    await submitSpeech(core, accounts[left % accounts.length] ?? '', 'Good morning.');
    return true;
  });
  return {};
}

async function claim(): Promise<object> {
  const claimsMs: number[] = [];
  await runInLanes(LANES, async () => {
    const claimMs = await claimAndEnd(core, name);
    claimsMs.push(...(claimMs === null ? [] : [claimMs]));
    return claimMs !== null;
  });
  return { claimsMs };
}

tell({});
await once(process.stdin, 'data');
const beginMs = Date.now();
const metrics = await (kind === 'submit' ? submit() : claim());
tell({ beginMs, endMs: Date.now(), ...metrics });
await store.close();
process.exit(0);
