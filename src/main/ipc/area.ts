import type { Ipc } from '../../contract/ipc/contract.ts';
import type { CallName, IpcHandlers } from '../../contract/ipc/kit.ts';

/** The handlers of all calls whose name starts with `area.`; together the areas make up `IpcHandlers<Ipc>`. */
export type AreaHandlers<A extends string> = Pick<
  IpcHandlers<Ipc>,
  Extract<CallName<Ipc>, `${A}.${string}`>
>;
