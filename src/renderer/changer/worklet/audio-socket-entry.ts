/**
 * Transfers audio between the audio thread and main, in a separate thread: rendering or garbage collection of
 * the page delays no voice. It only forwards chunks and answers no calls, so it needs no peer.
 */
import type { ToAudioSocket } from './worklet-messages.ts';

/** Main is on this computer, so a broken socket is reconnected soon. */
const RETRY_MS = 200;
/** Unsent bytes above this are stale: a second of audio. */
const MAX_WAITING_BYTES = 32_000;

self.addEventListener(
  'message',
  ({ data, ports }: MessageEvent<ToAudioSocket>) => {
    const [line] = ports;
    if (line !== undefined) {
      carry(data.url, line);
    }
  },
  { once: true },
);

function carry(url: string, line: MessagePort): void {
  const post = (message: unknown, moved: Transferable[] = []): void => {
    line.postMessage(message, moved);
  };
  let socket = open();
  line.addEventListener('message', ({ data }: MessageEvent<Int16Array<ArrayBuffer>>) => {
    if (socket.readyState !== WebSocket.OPEN) {
      return;
    }
    if (socket.bufferedAmount < MAX_WAITING_BYTES) {
      socket.send(data);
    } else {
      post({ kind: 'skipped', samples: data.length });
    }
  });
  line.start();

  function open(): WebSocket {
    const opened = new WebSocket(url);
    opened.binaryType = 'arraybuffer';
    opened.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') {
        post(JSON.parse(data));
      } else {
        post(new Int16Array(data), [data]);
      }
    });
    opened.addEventListener('close', () => {
      post({ kind: 'end' });
      setTimeout(() => {
        socket = open();
      }, RETRY_MS);
    });
    return opened;
  }
}
