/** Opens a store, adds an account, reports it and waits to be killed. */
import { openSqlite } from '../../../src/service/store/open.ts';
import { createWorld } from './world.ts';

const store = await openSqlite({ folder: process.argv[2] ?? '' });
await createWorld(store);
process.stdout.write('open\n');
setInterval(() => undefined, 1000);
