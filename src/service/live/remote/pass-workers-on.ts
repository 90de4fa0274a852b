import type { Duplex } from 'node:stream';
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { forwardUpgrade, isForwarded, type Upgrade } from '../../http/forward-upgrade.ts';
import { refuseUpgrade } from '../../http/refuse-upgrade.ts';
import type { AcceptSocket } from '../../http/socket-routes.ts';
import type { CloseStack } from '../../start/close-stack.ts';
import type { Core } from '../../start/core.ts';
import { swapEngine } from '../engine-facts.ts';
import { requireWorker } from './worker-key.ts';

/** Forwards live workers from a node that runs no swaps to nodes that do, in the order of free slots. */
export function forwardWorkers(
  core: Pick<Core, 'listLiveNodes'>,
  key: string,
  closing: CloseStack,
): AcceptSocket {
  const sockets = new Set<Duplex>();
  let isClosed = false;
  closing.add(() => {
    isClosed = true;
    // A server waits for its connections; these workers reconnect through another node.
    sockets.forEach((socket) => socket.destroy());
    return Promise.resolve();
  });
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (isClosed) {
      const details = faultDetails('service_stopping');
      refuseUpgrade(
        socket,
        new AppError('at_capacity', 'The service is stopping. Try again soon.', { details }),
      );
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    pass(core, key, { request, socket, head }).catch((error: unknown) =>
      refuseUpgrade(socket, error),
    );
  };
}

/** Asks one node after the other until one accepts the worker; the others may be stopping, full or hanging. */
async function pass(
  core: Pick<Core, 'listLiveNodes'>,
  key: string,
  upgrade: Upgrade,
): Promise<void> {
  requireWorker(upgrade.request, key);
  const nodes = isForwarded(upgrade.request) ? [] : await core.listLiveNodes(swapEngine.feature);
  for (const { url } of nodes) {
    if (upgrade.socket.destroyed) {
      return;
    }
    const answer = await forwardUpgrade(upgrade, url, { canDecline: true });
    if (answer === 'answered') {
      return;
    }
  }
  throw new AppError('at_capacity', 'No node takes a live worker now. Try again soon.');
}
