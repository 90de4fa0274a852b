import { connect, type Socket } from 'node:net';
import {
  type FrameLinkAddress,
  HEADER_BYTES,
  i420Bytes,
  type LinkedFrameKind,
  monotonicMs,
  toPlanesHeader,
  writeFrameHeader,
} from '../../../contract/frame-link.ts';

/** A frame in memory of its own: I420 without padding. */
export interface OutgoingFrame {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Delay before a lost connection is retried, in milliseconds. */
const RETRY_MS = 250;
/** Double buffering: one is sent while the next is written; frames are dropped while both are in use. */
const BUFFERS = 2;

/** Sends the frames of a session to the camera devices of this machine; see `contract/frame-link.ts`. The newest frame wins. */
export class FrameLinkSender {
  #address: FrameLinkAddress | null = null;
  #isActive = false;
  #socket: Socket | null = null;
  #retry: NodeJS.Timeout | undefined;
  /** Buffers that are not being sent. */
  #free: Buffer[] = Array.from({ length: BUFFERS }, () => Buffer.alloc(0));

  /** Sets the target of the frames; null for none. */
  setAddress(address: FrameLinkAddress | null): void {
    const isSame = address?.port === this.#address?.port && address?.token === this.#address?.token;
    if (!isSame) {
      this.#address = address;
      this.#reopen();
    }
  }

  /** Sets whether a session runs. The link is connected only then, which informs devices that frames may arrive. */
  setActive(isActive: boolean): void {
    this.#isActive = isActive;
    this.#reopen();
  }

  /** Sends a copy; `atMs` is the arrival of the camera's frame on the clock of `performance.now()`. */
  send({ width, height, data }: OutgoingFrame, kind: LinkedFrameKind, atMs: number): void {
    const socket = this.#socket;
    if (socket?.readyState !== 'open') {
      return;
    }
    const length = HEADER_BYTES + i420Bytes({ width, height });
    const buffer = this.#free.pop();
    if (buffer === undefined) {
      return;
    }
    const bytes = buffer.byteLength === length ? buffer : Buffer.allocUnsafeSlow(length);
    const capturedAtMs = monotonicMs(process.hrtime.bigint()) - (performance.now() - atMs);
    writeFrameHeader(toPlanesHeader({ kind, width, height, capturedAtMs }), bytes);
    bytes.set(data.subarray(0, length - HEADER_BYTES), HEADER_BYTES);
    socket.write(bytes, () => this.#free.push(bytes));
  }

  #reopen(): void {
    clearTimeout(this.#retry);
    this.#socket?.destroy();
    this.#socket = null;
    if (this.#isActive && this.#address !== null) {
      this.#open(this.#address);
    }
  }

  #open({ port, token }: FrameLinkAddress): void {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket = socket;
    socket.write(Buffer.from(token, 'hex'));
    socket.on('error', () => undefined); // The `close` event reports the error.
    socket.once('close', () => {
      if (this.#socket === socket) {
        this.#socket = null;
        this.#retry = setTimeout(() => this.#reopen(), RETRY_MS);
      }
    });
  }
}
