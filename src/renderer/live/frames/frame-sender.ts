import {
  HEADER_BYTES,
  type LinkedFrameKind,
  MAX_CODED_BYTES,
  writeFrameHeader,
} from '../../../contract/frame-link.ts';
import {
  type CodedFrame,
  type PageEncoder,
  type PageEncoderOptions,
  openPageEncoder,
  type PageCoding,
} from './frame-encoder.ts';

/** Destination of frames: the used part of a WebSocket. */
export type FrameSocket = Pick<
  WebSocket,
  'readyState' | 'bufferedAmount' | 'send' | 'close' | 'addEventListener'
>;

/** Options of a sender; the functions default to the browser's. */
export interface FrameSenderOptions {
  /** An address of main, good for this session. */
  readonly url: string;
  readonly fps: number;
  readonly connect?: (url: string) => FrameSocket;
  readonly openEncoder?: (options: PageEncoderOptions) => Promise<PageEncoder>;
  readonly nowMs?: () => number;
}

interface OpenEncoder {
  readonly width: number;
  readonly height: number;
  /** Null while it is being opened. */
  encoder: PageEncoder | null;
}

/** Main is on this computer, so a broken socket is reconnected soon. */
const RETRY_MS = 250;
/** Maximum buffered bytes of the socket: more is older than a frame at any used bitrate. */
const MAX_WAITING_BYTES = 262_144;
/** A frame that waits for the encoder, beside the one it works on. */
const MAX_QUEUED = 1;
/** A reader that lost its way finds it again by then; key frames cost the most. */
const KEY_EVERY_MS = 4000;

/**
 * Sends the frames that the output gate passes to the camera devices, encoded, while main provides a URL; see
 * `contract/frame-link.ts`. Frames are dropped before encoding when the encoder or the socket is busy, so that
 * the stream decodes without gaps. Nothing is encoded without a connection.
 */
export class FrameSender {
  readonly #url: string;
  readonly #fps: number;
  readonly #connect: (url: string) => FrameSocket;
  readonly #openEncoder: (options: PageEncoderOptions) => Promise<PageEncoder>;
  readonly #nowMs: () => number;
  readonly #failed = new Set<PageCoding>();
  /** Of frames that are being coded, by their timestamps; one that is not among them does not leave. */
  readonly #kinds = new Map<number, LinkedFrameKind>();
  #socket: FrameSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #open: OpenEncoder | null = null;
  #isBypassed = false;
  #keyAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: FrameSenderOptions) {
    this.#url = options.url;
    this.#fps = options.fps;
    this.#connect = options.connect ?? ((url) => new WebSocket(url));
    this.#openEncoder = options.openEncoder ?? openPageEncoder;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#join();
  }

  /** Sets whether frames may be the camera's own picture. */
  setBypassed(isBypassed: boolean): void {
    this.#isBypassed = isBypassed;
  }

  /**
   * Passes a frame of the output; the caller keeps owning it. Its timestamp is on the clock of {@link
   * FrameSenderOptions.nowMs}, in µs.
   */
  pass(frame: VideoFrame): void {
    const socket = this.#socket;
    if (socket?.readyState !== OPEN || socket.bufferedAmount > MAX_WAITING_BYTES) {
      return;
    }
    const encoder = this.#encoderFor(frame.displayWidth, frame.displayHeight);
    if (encoder === null || encoder.queueSize > MAX_QUEUED) {
      return;
    }
    const nowMs = this.#nowMs();
    const isKey = nowMs - this.#keyAtMs > KEY_EVERY_MS;
    this.#keyAtMs = isKey ? nowMs : this.#keyAtMs;
    this.#kinds.set(frame.timestamp, this.#isBypassed ? 'passthrough' : 'swapped');
    encoder.encode(frame, isKey);
  }

  /** Reports that the card is output: devices show theirs at once, and frames in the encoder are dropped. */
  cover(): void {
    this.#dropCoded();
    const { width, height } = this.#open ?? { width: 1, height: 1 };
    const nowMs = this.#nowMs();
    this.#send('covered', { width, height, capturedAtMs: nowMs }, null);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#socket = null;
    this.#open?.encoder?.close();
    this.#open = null;
  }

  #join(): void {
    const socket = this.#connect(this.#url);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#dropCoded());
    socket.addEventListener('close', () => {
      if (!this.#isClosed && this.#socket === socket) {
        this.#socket = null;
        this.#retry = setTimeout(() => this.#join(), RETRY_MS);
      }
    });
  }

  /** Frames that are being coded do not leave; the next one can be decoded without them. */
  #dropCoded(): void {
    this.#kinds.clear();
    this.#keyAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Null while it is being opened: some milliseconds, once. */
  #encoderFor(width: number, height: number): PageEncoder | null {
    if (this.#open?.width === width && this.#open.height === height) {
      return this.#open.encoder;
    }
    this.#open?.encoder?.close();
    this.#dropCoded();
    const opening: OpenEncoder = { width, height, encoder: null };
    this.#open = opening;
    void this.#fill(opening);
    return null;
  }

  async #fill(opening: OpenEncoder): Promise<void> {
    const { width, height } = opening;
    const fail = (): void => this.#fail(opening);
    try {
      const encoder = await this.#openEncoder({
        width,
        height,
        fps: this.#fps,
        without: this.#failed,
        onFrame: (frame) => {
          if (this.#open === opening) {
            this.#sendCoded(frame, opening);
          }
        },
        onError: fail,
      });
      if (this.#open === opening) {
        opening.encoder = encoder;
      } else {
        encoder.close();
      }
    } catch {
      fail();
    }
  }

  /** Replaces a codec that fails by another one. */
  #fail(opening: OpenEncoder): void {
    if (this.#open === opening) {
      if (opening.encoder !== null && opening.encoder.coding !== 'jpeg') {
        this.#failed.add(opening.encoder.coding);
      }
      opening.encoder?.close();
      this.#dropCoded();
      this.#open = null;
    }
  }

  #sendCoded(coded: CodedFrame, { width, height }: OpenEncoder): void {
    const kind = this.#kinds.get(coded.timestampUs);
    for (const timestampUs of this.#kinds.keys()) {
      if (timestampUs <= coded.timestampUs) {
        this.#kinds.delete(timestampUs); // The encoder dropped the earlier frames.
      }
    }
    const isTooLong = coded.byteLength > MAX_CODED_BYTES;
    if (kind === undefined || isTooLong) {
      if (isTooLong) {
        this.#dropCoded();
      }
      return;
    }
    this.#send(kind, { width, height, capturedAtMs: coded.timestampUs / 1000 }, coded);
  }

  #send(
    kind: LinkedFrameKind,
    frame: { readonly width: number; readonly height: number; readonly capturedAtMs: number },
    coded: CodedFrame | null,
  ): void {
    const socket = this.#socket;
    if (socket?.readyState !== OPEN) {
      return;
    }
    const length = coded?.byteLength ?? 0;
    const bytes = new Uint8Array(HEADER_BYTES + length);
    const coding = this.#open?.encoder?.coding ?? 'h264';
    writeFrameHeader({ ...frame, kind, coding, bytes: length, sentAtMs: this.#nowMs() }, bytes);
    coded?.copyTo(bytes.subarray(HEADER_BYTES));
    socket.send(bytes);
  }
}

/** `WebSocket.OPEN`. */
const OPEN = 1;
