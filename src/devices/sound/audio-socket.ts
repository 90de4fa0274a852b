import { WebSocket } from 'ws';

/** Main is on this computer, so a broken socket is reconnected soon. */
const RETRY_MS = 200;
/** Unsent bytes above this are stale: a second of audio. */
const MAX_WAITING_BYTES = 32_000;

/** Audio connection to main, and through it to the service; has to be closed. */
export interface AudioSocket {
  /** Sends audio on, or reports it as skipped; without effect while there is no connection. */
  send(samples: Int16Array): void;
  close(): void;
}

/** Connects to a URL of main, and reconnects until it is closed; emits received audio and messages. */
export function openAudioSocket(url: string, onMessage: (message: unknown) => void): AudioSocket {
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let socket = connect();

  function connect(): WebSocket {
    const opened = new WebSocket(url, { perMessageDeflate: false, maxPayload: 1_000_000 });
    opened.on('message', (bytes, isBinary) => {
      if (!isClosed && Buffer.isBuffer(bytes)) {
        onMessage(isBinary ? toSamples(bytes) : JSON.parse(bytes.toString('utf8')));
      }
    });
    opened.on('error', () => undefined); // 'close' follows.
    opened.on('close', () => {
      if (!isClosed) {
        onMessage({ kind: 'end' });
        retry = setTimeout(() => {
          socket = connect();
        }, RETRY_MS);
      }
    });
    return opened;
  }

  return {
    send: (samples) => {
      if (socket.readyState !== WebSocket.OPEN) {
        return;
      }
      if (socket.bufferedAmount < MAX_WAITING_BYTES) {
        // A copy: memory of the samples is used again before it is written.
        socket.send(new Uint8Array(samples.slice().buffer));
      } else {
        onMessage({ kind: 'skipped', samples: samples.length });
      }
    },
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      socket.terminate();
    },
  };
}

/** A message may start at any offset of a larger buffer, and samples need an aligned one of their own. */
function toSamples(bytes: Buffer): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(Math.floor(bytes.length / 2));
  bytes.copy(new Uint8Array(samples.buffer));
  return samples;
}
