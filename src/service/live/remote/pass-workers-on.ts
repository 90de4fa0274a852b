import { AppError } from '../../../base/errors.ts';
import { forwardUpgrade, isForwarded, type Upgrade } from '../../http/forward-upgrade.ts';
import { refuseUpgrade } from '../../http/refuse-upgrade.ts';
import type { AcceptSocket } from '../../http/socket-routes.ts';
import type { Core } from '../../start/core.ts';
import { swapEngine } from '../engine-facts.ts';
import { requireWorkerKey } from './worker-key.ts';

/** Takes live workers at a node that runs no swaps: they get a connection with one that does, the one with most free slots first. */
export function passWorkersOn(core: Pick<Core, 'listLiveNodes'>, key: string): AcceptSocket {
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    pass(core, key, { request, socket, head }).catch((error: unknown) =>
      refuseUpgrade(socket, error),
    );
  };
}

async function pass(
  core: Pick<Core, 'listLiveNodes'>,
  key: string,
  upgrade: Upgrade,
): Promise<void> {
  requireWorkerKey(upgrade.request, key);
  const nodes = isForwarded(upgrade.request) ? [] : await core.listLiveNodes(swapEngine.feature);
  for (const { url } of nodes) {
    const answer = await forwardUpgrade(upgrade, url);
    if (answer === 'answered') {
      return;
    }
    if (answer === 'silent') {
      break; // The connection may be half gone.
    }
  }
  throw new AppError('at_capacity', 'No node that runs live swaps is there. Try again soon.');
}
