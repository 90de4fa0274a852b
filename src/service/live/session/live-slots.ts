import type { LiveFeature } from '../../../contract/api/features.ts';
import type { Db } from '../../store/db.ts';
import { countLiveByNode } from '../../store/statements/live-statements.ts';

/**
 * Slots that a session takes of its node. A swap keeps a processor busy; a changed voice takes 3 % of one, on a thread
 * that all voices share. Voices of models take more, and are bounded by their loads (`changer/pack-stream-host.ts`).
 */
const slotsOf: Readonly<Record<LiveFeature, number>> = {
  real_time_swap_full: 1,
  voice_changer: 1 / 8,
};

/**
 * Maximum number of voices of a node, independent of its slots: at 3 % each they keep the one thread that changes them
 * busy for 72 % of the time. Beyond about 30 it falls behind with all of them.
 */
const MAX_VOICES = 24;

/** Slots and voices that the sessions of a node occupy. */
export interface TakenSlots {
  readonly slots: number;
  readonly voices: number;
}

const none: TakenSlots = { slots: 0, voices: 0 };

/** Sums the occupied slots by node; zero for a node that runs no sessions. */
export async function sumSlotsByNode(db: Db): Promise<(nodeId: string) => TakenSlots> {
  const sums = new Map<string, TakenSlots>();
  for (const { node_id: nodeId, feature, count } of await countLiveByNode(db)) {
    const taken = sums.get(nodeId ?? '') ?? none;
    sums.set(nodeId ?? '', addSessions(taken, feature, count));
  }
  return (nodeId) => sums.get(nodeId) ?? none;
}

/** Adds sessions of a feature. */
export function addSessions(taken: TakenSlots, feature: LiveFeature, count = 1): TakenSlots {
  return {
    slots: taken.slots + count * slotsOf[feature],
    voices: taken.voices + (feature === 'voice_changer' ? count : 0),
  };
}

/** Returns whether a node with `maxStreams` slots has more sessions than it may have. */
export function isOverfull({ slots, voices }: TakenSlots, maxStreams: number): boolean {
  return slots > maxStreams || voices > MAX_VOICES;
}
