import type { LiveFeature } from '../../../contract/api/features.ts';
import type { Db } from '../../store/db.ts';
import { countLiveByNode } from '../../store/live-statements.ts';

/**
 * Slots of a node that a session takes. A swap keeps a processor busy; a changed voice takes 3 % of one, on a thread that all
 * voices share. Voices of models take more, and are bounded by their loads (`changer/pack-stream-host.ts`).
 */
export const slotsOf: Readonly<Record<LiveFeature, number>> = {
  real_time_swap_full: 1,
  voice_changer: 1 / 8,
};

/** Slots that sessions take at each node; a node that runs none is missing. */
export async function sumSlotsByNode(db: Db): Promise<ReadonlyMap<string, number>> {
  const sums = new Map<string, number>();
  for (const { node_id: nodeId, feature, count } of await countLiveByNode(db)) {
    sums.set(nodeId ?? '', (sums.get(nodeId ?? '') ?? 0) + count * slotsOf[feature]);
  }
  return sums;
}
