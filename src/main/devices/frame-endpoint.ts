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

/** Where the page's frames come in. */
export interface FrameEndpoint {
  /**
   * Makes an address for the frames of a session; the one before leads nowhere, and whoever used it is sent away. Each
   * message there is a header and a coded frame, and goes on to `link` as it is.
   */
  readonly open: (link: FrameLinkAddress) => string;
  readonly close: () => void;
}

/** Dependencies of {@link createFrameEndpoint}. */
export interface FrameEndpointOptions {
  readonly relay: Pick<RoomRelay, 'sources' | 'admit'>;
  /** Whether an origin is that of the page. */
  readonly isOwnOrigin: (origin: string) => boolean;
  /** Whether what comes now may show the camera's own picture, whatever the page takes it for. */
  readonly mayShowCamera: () => boolean;
}

/**
 * The way of a remote session's frames from the page to the process that holds the cameras: what comes by a socket of the one
 * port that the page's policy knows is written to the frame link. Main looks at no picture. When the link is slow the page is
 * not read, and leaves frames out by itself; the link ends with the page's socket, so that the devices show the card at once.
 */
export function createFrameEndpoint({
  relay,
  isOwnOrigin,
  mayShowCamera,
}: FrameEndpointOptions): FrameEndpoint {
  const { open, close } = createPageSocket({
    relay,
    name: 'frames',
    maxPayload: HEADER_BYTES + MAX_CODED_BYTES,
    isAllowed: (request) => hasOwnOrigin(request, isOwnOrigin),
  });
  return { open: (link) => open((page) => carry(page, link, mayShowCamera)), close };
}

function hasOwnOrigin(
  { headers: { origin } }: IncomingMessage,
  isOwnOrigin: (origin: string) => boolean,
): boolean {
  return origin !== undefined && isOwnOrigin(origin);
}

function carry(page: WebSocket, link: FrameLinkAddress, mayShowCamera: () => boolean): void {
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
    if (mayShowCamera()) {
      markPassthrough(bytes);
    }
    if (!socket.write(bytes)) {
      page.pause();
    }
  });
}
