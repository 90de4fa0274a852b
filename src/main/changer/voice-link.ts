import { WebSocket } from 'ws';
import { AppError, fromWireError, toWireError } from '../../base/errors.ts';
import { fromSocketError } from '../../contract/api/errors.ts';
import { toUpgradeRefusal } from '../../client/refused-upgrade.ts';
import {
  closeCodes,
  parseVoiceServerMessage,
  SESSION_TOKEN_PARAMETER,
  type VoiceClientMessage,
  type VoiceReady,
} from '../../contract/api/sockets.ts';
import { encodeVoiceReference } from '../../contract/api/voice-frames.ts';

/** Stream URL and token of a session. */
export interface LinkAddress {
  readonly streamUrl: URL;
  readonly token: string;
}

/** End of a connection. */
export interface VoiceLinkEnd {
  /** A code of `closeCodes`, or another one when the connection broke. */
  readonly code: number;
  readonly error: AppError;
}

/** Events of a connection. */
export interface LinkEvents {
  readonly onReady: (ready: VoiceReady) => void;
  /** A setting changed the latency of the converted audio. */
  readonly onLatency: (latencyMs: number | null) => void;
  readonly onAudio: (samples: Int16Array<ArrayBuffer>) => void;
  /** Once; nothing comes after it. Not called after `close`. */
  readonly onEnd: (end: VoiceLinkEnd) => void;
}

/** Audio that waits longer than this is stale: two seconds. */
const MAX_WAITING_BYTES = 64_000;
const CONNECT_MS = 10_000;
const BROKEN = 1006;

/** One connection to the voice changer's socket: sends the reference, then audio. */
export class VoiceLink {
  readonly #socket: WebSocket;
  readonly #events: LinkEvents;
  #error: AppError | null = null;
  #isReady = false;
  #isOver = false;

  constructor({ streamUrl, token }: LinkAddress, wav: Uint8Array | null, events: LinkEvents) {
    this.#events = events;
    const url = new URL(streamUrl);
    url.searchParams.set(SESSION_TOKEN_PARAMETER, token);
    const socket = new WebSocket(url, {
      handshakeTimeout: CONNECT_MS,
      perMessageDeflate: false,
      maxPayload: 1_000_000,
    });
    this.#socket = socket;
    socket.on('open', () => {
      socket.send(encodeVoiceReference(wav));
    });
    socket.on('message', (data, isBinary) => {
      if (!this.#isOver && Buffer.isBuffer(data)) {
        this.#receive(data, isBinary);
      }
    });
    socket.on('unexpected-response', (request, { statusCode = 0, headers }) => {
      this.#error = toUpgradeRefusal(statusCode, headers);
      request.destroy();
      this.#end(statusCode === 401 || statusCode === 403 ? closeCodes.token : BROKEN);
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.#end(code);
    });
  }

  /** Sends samples. False, and nothing was sent, while the connection does not take them. */
  send(samples: Int16Array): boolean {
    const socket = this.#socket;
    if (!this.#isReady || this.#isOver || socket.bufferedAmount > MAX_WAITING_BYTES) {
      return false;
    }
    socket.send(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
    return true;
  }

  set(settings: Omit<VoiceClientMessage, 'type'>): void {
    if (this.#isReady && !this.#isOver) {
      this.#socket.send(JSON.stringify({ type: 'settings', ...settings }));
    }
  }

  /** Drops the connection as broken: it may be dead without a close. */
  drop(): void {
    this.#socket.terminate();
  }

  /** Closes the connection in order; no further events. */
  close(): void {
    this.#isOver = true;
    this.#socket.close(closeCodes.normal);
    const late = setTimeout(() => {
      this.#socket.terminate();
    }, 1000);
    this.#socket.once('close', () => {
      clearTimeout(late);
    });
  }

  /** Handles a message. Any failure caused by the service's data ends only this connection. */
  #receive(data: Buffer, isBinary: boolean): void {
    try {
      this.#handle(data, isBinary);
    } catch (error) {
      this.#error = error instanceof AppError ? error : fromWireError(toWireError(error));
      this.#socket.terminate();
      this.#end(closeCodes.bad_message);
    }
  }

  #handle(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      if (this.#isReady && data.length % 2 === 0) {
        // A message may start at any offset of a larger buffer, and samples need an aligned one of their own.
        const samples = new Int16Array(data.length / 2);
        data.copy(new Uint8Array(samples.buffer));
        this.#events.onAudio(samples);
      }
      return;
    }
    const message = parseVoiceServerMessage(data.toString('utf8'));
    if ('error' in message) {
      this.#error = fromSocketError(message.error, 'internal_error');
    } else if ('reason' in message) {
      return; // The error that follows says more.
    } else if (this.#isReady) {
      this.#events.onLatency(message.latency_ms ?? null);
    } else {
      this.#isReady = true;
      this.#events.onReady(message);
    }
  }

  #end(code: number): void {
    if (!this.#isOver) {
      this.#isOver = true;
      const lost = 'The connection to the voice changer was lost.';
      this.#events.onEnd({
        code,
        error: this.#error ?? new AppError('service_unreachable', lost),
      });
    }
  }
}
