import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { RoomRelay } from './room-relay.ts';

/** Sockets of the one port that the page's policy knows, beside those of rooms. */
export interface PageSocket {
  /**
   * Creates a URL and sets the handler of its sockets; the previous URL becomes invalid, and its connection is
   * closed.
   */
  readonly open: (attach: (page: WebSocket) => void) => string;
  readonly close: () => void;
}

/** Dependencies of {@link createPageSocket}. */
export interface PageSocketOptions {
  readonly relay: Pick<RoomRelay, 'sources' | 'admit'>;
  /** Last segment of the URLs, for readability. */
  readonly name: string;
  /** Most bytes of a message. */
  readonly maxPayload: number;
  /** Checks a request with a valid URL further; all pass when absent. */
  readonly isAllowed?: ((request: IncomingMessage) => boolean) | undefined;
}

/** Creates URLs of 128 random bits, known only to Guise's page; one is valid at a time. */
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
