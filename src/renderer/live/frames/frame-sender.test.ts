import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FrameHeader, HEADER_BYTES, readFrameHeader } from '../../../contract/frame-link.ts';
import type { PageEncoderOptions, PageCoding } from './frame-encoder.ts';
import { FrameSender } from './frame-sender.ts';

/** A socket as the browser has it. */
class Socket extends EventTarget {
  readyState = 0;
  bufferedAmount = 0;
  readonly sent: FrameHeader[] = [];
  send(bytes: unknown): void {
    if (bytes instanceof Uint8Array) {
      this.sent.push(readFrameHeader(bytes));
      expect(bytes.byteLength).toBe(HEADER_BYTES + (this.sent.at(-1)?.bytes ?? 0));
    }
  }
  close(): void {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
}

/** The browser's encoder: records its input, and outputs on command. */
class Encoder {
  readonly coding: PageCoding;
  readonly options: PageEncoderOptions;
  readonly waiting: number[] = [];
  readonly keys: boolean[] = [];
  isClosed = false;
  constructor(options: PageEncoderOptions) {
    this.options = options;
    this.coding = options.without.has('h264') ? 'vp8' : 'h264';
  }
  get queueSize(): number {
    return this.waiting.length;
  }
  encode({ timestamp }: VideoFrame, isKey: boolean): void {
    this.waiting.push(timestamp);
    this.keys.push(isKey);
  }
  finish(): void {
    for (const timestampUs of this.waiting.splice(0)) {
      this.options.onFrame({ timestampUs, byteLength: 9, copyTo: (bytes) => bytes.fill(1) });
    }
  }
  close(): void {
    this.isClosed = true;
  }
}

let nowMs = 0;
let sockets: Socket[] = [];
let encoders: Encoder[] = [];
let sender: FrameSender;

beforeEach(async () => {
  vi.useFakeTimers();
  [nowMs, sockets, encoders] = [1000, [], []];
  sender = new FrameSender({
    url: 'ws://127.0.0.1/x',
    fps: 30,
    connect: () => {
      const socket = new Socket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    openEncoder: async (options) => {
      const encoder = new Encoder(options);
      encoders.push(encoder);
      return encoder;
    },
    nowMs: () => nowMs,
  });
  return () => vi.useRealTimers();
});

function pass(width = 320): void {
  nowMs += 33;
  sender.pass({ timestamp: nowMs * 1000, displayWidth: width, displayHeight: 180 } as VideoFrame);
}
const socket = (): Socket => sockets.at(-1)!;
const encoder = (): Encoder => encoders.at(-1)!;
const kinds = (): string[] => socket().sent.map(({ kind }) => kind);

/** Connected, with an encoder. */
async function begin(): Promise<void> {
  socket().open();
  pass();
  await vi.advanceTimersByTimeAsync(0);
}

describe('the sender of frames from the output gate', () => {
  it('codes nothing without a connection, then begins with a key frame', async () => {
    pass();
    await vi.advanceTimersByTimeAsync(0);
    expect(encoders).toEqual([]);
    await begin();
    pass();
    encoder().finish();
    pass();
    encoder().finish();
    expect(encoder().keys).toEqual([true, false]);
    expect(socket().sent).toMatchObject([
      { kind: 'swapped', coding: 'h264', width: 320, height: 180, bytes: 9 },
      { kind: 'swapped' },
    ]);
    expect(socket().sent[1]).toMatchObject({ capturedAtMs: nowMs, sentAtMs: nowMs });
  });

  it('leaves frames out before they are coded while encoder or socket are behind', async () => {
    await begin();
    pass();
    pass();
    pass();
    pass();
    expect(encoder().waiting).toHaveLength(2);
    encoder().finish();
    socket().bufferedAmount = 1_000_000;
    pass();
    expect(encoder().waiting).toHaveLength(0);
    socket().bufferedAmount = 0;
    pass();
    expect(encoder().waiting).toHaveLength(1);
  });

  it('says at once that the card stands, and sends nothing that was being coded', async () => {
    await begin();
    pass();
    sender.cover();
    encoder().finish();
    expect(kinds()).toEqual(['covered']);
    pass();
    encoder().finish();
    expect(kinds()).toEqual(['covered', 'swapped']);
    expect(encoder().keys.at(-1)).toBe(true);
  });

  it('marks frames that pass during a bypass as the camera’s own', async () => {
    await begin();
    sender.setBypassed(true);
    pass();
    sender.setBypassed(false);
    encoder().finish();
    pass();
    encoder().finish();
    expect(kinds()).toEqual(['passthrough', 'swapped']);
  });

  it('connects anew, and begins there with a key frame', async () => {
    await begin();
    pass();
    socket().close();
    encoder().finish();
    await vi.advanceTimersByTimeAsync(300);
    expect(sockets).toHaveLength(2);
    socket().open();
    pass();
    encoder().finish();
    expect(encoder().keys.at(-1)).toBe(true);
    expect(kinds()).toEqual(['swapped']);
    sender.close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(sockets).toHaveLength(2);
    expect(encoder().isClosed).toBe(true);
  });

  it('changes to the next coding when the encoder fails, and to another size', async () => {
    await begin();
    pass();
    encoder().options.onError();
    expect(encoders[0]?.isClosed).toBe(true);
    pass();
    await vi.advanceTimersByTimeAsync(0);
    pass();
    encoder().finish();
    pass(640);
    await vi.advanceTimersByTimeAsync(0);
    pass(640);
    encoder().finish();
    expect(socket().sent).toMatchObject([
      { coding: 'vp8', width: 320 },
      { coding: 'vp8', width: 640 },
    ]);
  });
});
