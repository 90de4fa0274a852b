/** A service with workers that submits the given scripts, lists its workers and waits to be killed. */
import { openStoreAt, type StoreLocation } from '../store/place.ts';
import { usd } from '../store/world.ts';
import { openPoolWorld } from './pool-world.ts';

const [, , placeText = '', ...scripts] = process.argv;
const store = await openStoreAt(JSON.parse(placeText) as StoreLocation);
const world = await openPoolWorld(store);
await world.topUp(usd(1000));
const ids: string[] = [];
for (const script of scripts) {
  const { id } = await world.submit(script);
  ids.push(id);
}
for (const id of ids) {
  await world.until(id, ({ progress }) => progress > 0);
}
process.stdout.write(
  `${JSON.stringify({ accountId: world.account.id, ids, pids: world.pool.pids, folder: world.folder })}\n`,
);
