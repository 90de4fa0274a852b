import { type PeerMethods, type ServeOptions, servePeer } from '../../base/peer/serve-peer.ts';
import { openParentPort } from './parent-port.ts';

/**
 * Serves methods to the parent, in a utility process or a child process. By default this process exits with the parent.
 */
export function serveParent(
  methods: PeerMethods,
  { onClose = () => process.exit(0), ...options }: ServeOptions & { onClose?: () => void } = {},
): void {
  const port = openParentPort();
  servePeer(port, methods, options);
  port.onClose(onClose);
}
