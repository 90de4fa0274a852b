import { SignalResponse } from '@livekit/protocol';
import type { WebSocket } from 'ws';
import type { RoomLimits } from '../limits.ts';

/** The socket of a participant, in the format its client speaks: binary protobuf or JSON text. */
export class SignalLink {
  /** Set when the client sends text. */
  isText = false;
  readonly #socket: WebSocket;
  readonly #limits: RoomLimits;

  constructor(socket: WebSocket, limits: RoomLimits) {
    this.#socket = socket;
    this.#limits = limits;
  }

  /** Sends when the socket is open; one whose client does not read is cut. */
  send(message: SignalResponse['message']): void {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      return;
    }
    if (this.#socket.bufferedAmount > this.#limits.maxSocketBacklogBytes) {
      this.#socket.terminate();
      return;
    }
    const response = new SignalResponse({ message });
    this.#socket.send(this.isText ? response.toJsonString() : response.toBinary());
  }

  /** Ends the socket without a goodbye. */
  cut(): void {
    this.#socket.terminate();
  }

  /** Says goodbye; cuts the socket when the client does not answer within a second. */
  close(code = 1000): void {
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), 1000).unref();
  }
}
