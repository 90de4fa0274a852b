import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import {
  type FrameLinkAddress,
  HEADER_BYTES,
  markPassthrough,
  MAX_CODED_BYTES,
} from '../../contract/frame-link.ts';
import { createPageSocket } from '../live/page-socket.ts';
import type { RoomRelay } from '../live/room-relay.ts';

/** Endpoint of the page's frames. */
export interface FrameEndpoint {
  /**
   * Creates a URL for the frames of a session; the previous one becomes invalid, and its connection is closed.
   * Each message is a header and an encoded frame, and is forwarded to `link` unchanged.
   */
  readonly open: (link: FrameLinkAddress) => string;
  readonly close: () => void;
}

/** Dependencies of {@link createFrameEndpoint}. */
export interface FrameEndpointOptions {
  readonly relay: Pick<RoomRelay, 'sources' | 'admit'>;
  /** Returns whether an origin is that of the page. */
  readonly isOwnOrigin: (origin: string) => boolean;
  /** Returns whether incoming frames may show the camera unchanged, whatever kind the page declares. */
  readonly canShowCamera: () => boolean;
}

/**
 * Forwards a remote session's frames from the page to the camera process: frames arrive by a socket on the only
 * port that the page's policy allows, and are written to the frame link. Main decodes no frame. When the link
 * is slow the page's socket is not read, and the page drops frames itself; the link closes with the page's
 * socket, so that the devices show the card immediately.
 */
export function createFrameEndpoint({
  relay,
  isOwnOrigin,
  canShowCamera,
}: FrameEndpointOptions): FrameEndpoint {
  const { open, close } = createPageSocket({
    relay,
    name: 'frames',
    maxPayload: HEADER_BYTES + MAX_CODED_BYTES,
    isAllowed: (request) => hasOwnOrigin(request, isOwnOrigin),
  });
  return { open: (link) => open((page) => carry(page, link, canShowCamera)), close };
}

function hasOwnOrigin(
  { headers: { origin } }: IncomingMessage,
  isOwnOrigin: (origin: string) => boolean,
): boolean {
  return origin !== undefined && isOwnOrigin(origin);
}

function carry(page: WebSocket, link: FrameLinkAddress, canShowCamera: () => boolean): void {
  const socket: Socket = connect({ host: '127.0.0.1', port: link.port, noDelay: true });
  socket.write(Buffer.from(link.token, 'hex'));
  socket.on('error', () => undefined); // 'close' follows.
  socket.on('close', () => page.terminate());
  socket.on('drain', () => page.resume());
  page.on('error', () => undefined); // 'close' follows.
  page.on('close', () => socket.destroy());
  page.on('message', (bytes: RawData, isBinary: boolean) => {
    if (!isBinary || !Buffer.isBuffer(bytes) || bytes.byteLength < HEADER_BYTES) {
      page.terminate();
      return;
    }
    if (canShowCamera()) {
      markPassthrough(bytes);
    }
    if (!socket.write(bytes)) {
      page.pause();
    }
  });
}
