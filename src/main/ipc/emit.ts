import * as z from 'zod';
import type { EventName, IpcContract } from '../../contract/ipc/kit.ts';
import { jitless } from './jitless.ts';

/** Sends an event to the page. Throws when the payload does not match the contract, which is a bug. */
export type Emit<C extends IpcContract> = <N extends EventName<C>>(
  name: N,
  payload: z.input<C['events'][N]>,
) => void;

/** The only path of events out of main. `send` reaches the page, and has no effect without one. */
export function createEmit<C extends IpcContract>(
  contract: C,
  send: (name: string, payload: unknown) => void,
): Emit<C> {
  const events: C['events'] = contract.events;
  return <N extends EventName<C>>(name: N, payload: z.input<C['events'][N]>) => {
    const schema: C['events'][N] = events[name];
    send(name, z.parse(schema, payload, jitless));
  };
}
