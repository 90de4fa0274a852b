import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Target } from '../live/support/targets.ts';

/** Time that a room has used so far, as it reports. */
export interface RoomCost {
  readonly cpuMs: number;
  /** Time that each packet of media spent in the room, since the last call. */
  readonly handledUs: readonly number[];
}

/** A room server in a process of its own, as in the product. */
export interface RoomProcess {
  readonly target: Target;
  readonly measureCost: () => Promise<RoomCost>;
  readonly close: () => Promise<void>;
}

/** Starts it; the caller closes it. */
export async function openRoomProcess(): Promise<RoomProcess> {
  const room = fork(join(import.meta.dirname, 'room-child.ts'));
  const [keys] = (await once(room, 'message')) as [Pick<Target, 'url' | 'apiKey' | 'apiSecret'>];
  return {
    target: { ...keys, server: null, close: () => Promise.resolve() },
    measureCost: async () => {
      room.send('measure');
      const [cost] = (await once(room, 'message')) as [RoomCost];
      return cost;
    },
    close: async () => {
      room.send('close');
      await once(room, 'exit');
    },
  };
}
