import { type PeerMethods, type ServeOptions, servePeer } from '../../base/peer/serve-peer.ts';
import { openParentPort } from './parent-port.ts';

/** Answers the app in a utility process or a child process that it started; this process ends with it. */
export function serveParent(
  methods: PeerMethods,
  { onGone = () => process.exit(0), ...options }: ServeOptions & { onGone?: () => void } = {},
): void {
  const port = openParentPort();
  servePeer(port, methods, options);
  port.onGone(onGone);
}
