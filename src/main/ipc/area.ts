import type { Ipc } from '../../contract/ipc/contract.ts';
import type { CallName, Handlers } from '../../contract/ipc/kit.ts';

/** The handlers of all calls whose name starts with `area.`; together the areas make up `Handlers<Ipc>`. */
export type AreaHandlers<A extends string> = Pick<
  Handlers<Ipc>,
  Extract<CallName<Ipc>, `${A}.${string}`>
>;
