import { setTimeout as pause } from 'node:timers/promises';
import type { TestPostgres } from '../../service/store/postgres.ts';
import type { AttackLog } from '../attack-log.ts';
import type { Cluster } from './cluster.ts';
import type { HangingProxy } from './hanging-proxy.ts';

/** Targets of accidents. */
export interface Scene {
  readonly cluster: Cluster;
  readonly postgres: TestPostgres;
  readonly bucket: HangingProxy;
  readonly log: AttackLog;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

const HANG_MS = 8000;

/** Causes accidents with pauses of 2 to 8 s, every kind in turn, until the signal, after which all are over. */
export async function causeAccidents(scene: Scene): Promise<void> {
  const { log, random, signal } = scene;
  const kinds = [killNode, deployNode, restartDatabase, hangBucket] as const;
  for (let count = 0; !signal.aborted; count += 1) {
    await pause(2000 + random() * 6000);
    if (!signal.aborted) {
      const cause = kinds[count % kinds.length] ?? killNode;
      log.count(`accident: ${await cause(scene)}`);
    }
  }
}

function pickPlace({ cluster, random }: Scene) {
  const kinds = [...new Set(cluster.places.map(({ kind }) => kind))];
  const kind = kinds[Math.floor(random() * kinds.length)];
  const there = cluster.places.filter((place) => place.node !== null && place.kind === kind);
  return there[Math.floor(random() * there.length)];
}

async function killNode(scene: Scene): Promise<string> {
  const place = pickPlace(scene);
  if (place?.node === null || place === undefined) {
    return 'nobody to kill';
  }
  const { node, kind } = place;
  await node.close('SIGKILL');
  place.node = null;
  await scene.cluster.start(place);
  return `kill -9 of a node (${kind})`;
}

/** The old node drains while the new one already runs. */
async function deployNode(scene: Scene): Promise<string> {
  const place = pickPlace(scene);
  if (place?.node === null || place === undefined) {
    return 'nobody to replace';
  }
  const { node, kind } = place;
  place.node = null;
  await Promise.all([node.close('SIGTERM'), scene.cluster.start(place)]);
  return `deploy of a node (${kind})`;
}

async function restartDatabase({ postgres, random }: Scene): Promise<string> {
  const isCrash = random() < 0.5;
  await postgres.restart(isCrash ? 'SIGQUIT' : 'SIGINT');
  return isCrash ? 'crash of PostgreSQL' : 'restart of PostgreSQL';
}

async function hangBucket({ bucket }: Scene): Promise<string> {
  bucket.setHanging(true);
  await pause(HANG_MS);
  bucket.setHanging(false);
  return 'bucket that stays silent for 8 s';
}
