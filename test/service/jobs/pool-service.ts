/** A service with workers that submits the given scripts, lists its workers and waits to be killed. */
import { openPlace, type StorePlace } from '../store/place.ts';
import { usd } from '../store/world.ts';
import { openPoolWorld } from './pool-world.ts';

const [, , placeText = '', ...scripts] = process.argv;
const store = await openPlace(JSON.parse(placeText) as StorePlace);
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
