/** The part of a socket of Node that {@link endSocket} uses. */
export interface EndableSocket {
  on(event: 'error', listener: () => void): unknown;
  once(event: 'finish', listener: () => void): unknown;
  end(response: string): unknown;
  destroy(): unknown;
}

/**
 * Sends a last response and closes the connection, without waiting for the client to close its side: servers leave
 * sockets half open, and a client that stays would hold its place for ever.
 */
export function endSocket(socket: EndableSocket, response: string): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.end(response);
}
