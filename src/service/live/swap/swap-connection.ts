/**
 * The connection of a session, one at a time: a newer one takes over.
 *
 *   absent ── attach ──▶ attached ── session_join ──▶ joined ── lost ──▶ absent ── 30 s ──▶ onAbsent
 */
import { AppError, type ErrorDetails } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import { withFault } from '../../../contract/api/errors.ts';
import type { SwapClientMessage, SwapServerMessage } from '../../../contract/api/sockets.ts';
import { parseSwapClientMessage } from '../../../contract/api/sockets.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import type { SessionEnding } from '../session/session-ending.ts';

/** The first message of a connection. */
export type SessionJoin = Extract<SwapClientMessage, { type: 'session_join' }>;

/** Every later message of a connection. */
export type ControlMessage = Exclude<SwapClientMessage, { type: 'session_join' }>;

/** Receives the messages of the connection. */
export interface SwapConnectionListener {
  /** Called on any activity of the client, including unreadable messages. */
  onActive(): void;
  onJoin(message: SessionJoin): void;
  onRequest(message: ControlMessage): void;
  /** Called when the client announced its departure, or did not come back in time. */
  onAbsent(): void;
}

/** Invitation to the room of a session. */
export interface RoomInvitation {
  readonly url: string;
  readonly token: string;
}

/** A session without a connection; its client has `graceMs` to come. */
export class SwapConnection {
  readonly #listener: SwapConnectionListener;
  readonly #graceMs: number;
  #socket: LiveSocket | null = null;
  #hasJoined = false;
  /** Socket that received the invitation. */
  #invited: LiveSocket | null = null;
  #absence: NodeJS.Timeout | undefined;

  constructor(graceMs: number, listener: SwapConnectionListener) {
    this.#graceMs = graceMs;
    this.#listener = listener;
    this.#waitForReturn();
  }

  /** Replaces the previous socket, which is notified. */
  attach(socket: LiveSocket): void {
    const before = this.#socket;
    this.#socket = socket;
    this.#hasJoined = false;
    clearTimeout(this.#absence);
    this.#listener.onActive();
    before?.sendJson({ type: 'session_ended', reason: 'replaced' } satisfies SwapServerMessage);
    before?.fail(
      'token',
      new AppError('forbidden', 'Another connection took over the session.', {
        details: faultDetails('session_taken'),
      }),
    );
    socket.listen({
      onText: (text) => {
        if (this.#socket === socket) {
          this.#listener.onActive();
          this.#receive(parseSwapClientMessage(text));
        }
      },
      onBinary: () => {
        throw new AppError('invalid_input', 'Messages of this socket are JSON text.');
      },
      onClosed: ({ isFarewell }) => {
        if (this.#socket === socket) {
          this.#socket = null;
          if (isFarewell) {
            this.#listener.onAbsent();
          } else {
            this.#waitForReturn();
          }
        }
      },
    });
  }

  /** Sends the invitation to the room to the client, once per connection. Throws the error of `open`. */
  async invite(open: () => Promise<RoomInvitation>): Promise<void> {
    const socket = this.#socket;
    if (this.#invited === socket) {
      return;
    }
    this.#invited = socket;
    const { url, token } = await open();
    const info: SwapServerMessage = { type: 'room_info', livekit_url: url, token };
    socket?.sendJson(info);
  }

  /** Sends to the current connection; dropped without one. */
  send(message: SwapServerMessage): void {
    this.#socket?.sendJson(message);
  }

  /** `about`: the message that did not take effect. Of the details only a fault goes along. */
  warn(
    code: string,
    message: string,
    {
      subject = null,
      details,
    }: { subject?: string | null; details?: ErrorDetails | undefined } = {},
  ): void {
    const facts = withFault(details);
    this.send({
      type: 'warning',
      code,
      message,
      ...facts,
      ...(subject !== null && { for: subject }),
    });
  }

  /** Stops waiting for a reconnect; an open connection still sends. */
  stopWaiting(): void {
    clearTimeout(this.#absence);
  }

  /** Sends the reason of the session's end, and closes. */
  close(ending: SessionEnding): void {
    this.#socket?.endSession(ending);
  }

  #receive(message: SwapClientMessage): void {
    if (message.type === 'session_join') {
      if (this.#hasJoined) {
        throw new AppError('invalid_input', 'session_join comes once in a connection.');
      }
      this.#hasJoined = true;
      this.#listener.onJoin(message);
      return;
    }
    if (!this.#hasJoined) {
      throw new AppError('invalid_input', 'The first message is session_join.');
    }
    this.#listener.onRequest(message);
  }

  #waitForReturn(): void {
    clearTimeout(this.#absence);
    this.#absence = setTimeout(() => this.#listener.onAbsent(), this.#graceMs);
  }
}
