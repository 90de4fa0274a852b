import type { AreaHandlers } from '../ipc/area.ts';
import type { CloseGuard } from './close-guard.ts';
import type { WindowViewState } from './view-state.ts';

/** The calls of the page about its own window. `findGuard` is null while there is no window. */
export function createWindowCalls(
  findGuard: () => CloseGuard | null,
  view: WindowViewState,
): AreaHandlers<'view' | 'window'> {
  return {
    'view.keep': async ({ state }) => {
      view.store(state);
      return null;
    },
    'view.restore': async () => ({ state: view.restore() }),
    'window.guard': async ({ reason }) => {
      findGuard()?.set(reason);
      return null;
    },
    'window.close': async () => {
      // After the reply, which cannot be delivered once the window is gone.
      setImmediate(() => findGuard()?.close());
      return null;
    },
  };
}
