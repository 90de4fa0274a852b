import { type PeerMethods, servePeer } from '../../base/peer/serve-peer.ts';
import { openParentChannel } from './parent-channel.ts';

/** Answers the service in a process that `startPeerProcess` made; it ends with the service, as every such process. */
export function serveProcess(methods: PeerMethods): void {
  let listener: (message: unknown) => void = () => undefined;
  const { send } = openParentChannel<object, unknown>((message) => listener(message));
  servePeer({ send, onMessage: (next) => void (listener = next) }, methods);
}
