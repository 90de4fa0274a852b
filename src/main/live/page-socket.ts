import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RoomRelay } from './room-relay.ts';

/** Sockets of the one port that the page's policy knows, beside those of rooms. */
export interface PageSocket {
  /**
   * Makes an address and says who attends to its sockets; the address before leads nowhere, and whoever used it is
   * sent away.
   */
  readonly open: (attach: (page: WebSocket) => void) => string;
  readonly close: () => void;
}

/** Dependencies of {@link createPageSocket}. */
export interface PageSocketOptions {
  readonly relay: Pick<RoomRelay, 'sources' | 'admit'>;
  /** Last part of the addresses, for whoever reads them. */
  readonly name: string;
  /** Most bytes of a message. */
  readonly maxPayload: number;
  /** Whether a request with the right address may pass. */
  readonly isAllowed?: ((request: IncomingMessage) => boolean) | undefined;
}

/** Makes addresses of 128 random bits, of which the page of Guise alone is told; one at a time leads somewhere. */
export function createPageSocket(options: PageSocketOptions): PageSocket {
  const { relay, name, maxPayload, isAllowed = () => true } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false });
  let target: { readonly path: string; readonly attach: (page: WebSocket) => void } | null = null;
  relay.admit((request, socket, head) => {
    if (target === null || request.url !== target.path || !isAllowed(request)) {
      return false;
    }
    sockets.handleUpgrade(request, socket, head, target.attach);
    return true;
  });
  const close = (): void => {
    target = null;
    for (const page of sockets.clients) {
      page.terminate();
    }
  };
  return {
    open: (attach) => {
      close();
      const path = `/${randomBytes(16).toString('base64url')}/${name}`;
      target = { path, attach };
      return `${relay.sources[0] ?? ''}${path}`;
    },
    close,
  };
}
