import type { RawData, WebSocket } from 'ws';
import { isVoiceChunk } from '../../base/voice/voice-message.ts';
import { createPageSocket } from '../live/page-socket.ts';
import type { RoomRelay } from '../live/room-relay.ts';
import type { VoicePort } from './voice-port.ts';

/** Endpoint of the page's audio. */
export interface AudioEndpoint {
  /** Creates a URL for the page; the previous one becomes invalid, and its connection is closed. */
  readonly open: () => string;
  readonly close: () => void;
}

/** A second of audio, as much as a message may hold. */
const MAX_MESSAGE_BYTES = 32_000;
/** A page that lags two seconds of audio behind has to reconnect. */
const MAX_WAITING_BYTES = 64_000;

/**
 * Audio connection between a thread of the page and main: a local socket, so that neither the page's main
 * thread, which renders, nor the browser's IPC is in between.
 */
export function createAudioEndpoint(
  relay: Pick<RoomRelay, 'sources' | 'admit'>,
  voicePort: VoicePort,
  onAudio: (samples: Int16Array<ArrayBuffer>) => void,
): AudioEndpoint {
  const { open, close } = createPageSocket({ relay, name: 'voice', maxPayload: MAX_MESSAGE_BYTES });
  return { open: () => open((page) => attach(page, voicePort, onAudio)), close };
}

function attach(
  page: WebSocket,
  voicePort: VoicePort,
  onAudio: (samples: Int16Array<ArrayBuffer>) => void,
): void {
  const port = {
    postMessage: (message: unknown): void => {
      if (page.bufferedAmount > MAX_WAITING_BYTES) {
        page.terminate();
      } else if (message instanceof Int16Array) {
        page.send(new Uint8Array(message.buffer, message.byteOffset, message.byteLength));
      } else {
        page.send(JSON.stringify(message));
      }
    },
    close: (): void => {
      page.close();
    },
  };
  page.on('message', (bytes: RawData, isBinary: boolean) => {
    const samples = isBinary && Buffer.isBuffer(bytes) ? toSamples(bytes) : null;
    if (isVoiceChunk(samples)) {
      onAudio(samples);
    }
  });
  page.on('error', () => undefined); // 'close' follows.
  page.on('close', () => {
    voicePort.detach(port);
  });
  voicePort.attach(port);
}

/** A message may start at any offset of a larger buffer, and samples need an aligned one of their own. */
function toSamples(bytes: Buffer): Int16Array<ArrayBuffer> | null {
  if (bytes.length % 2 !== 0) {
    return null;
  }
  const samples = new Int16Array(bytes.length / 2);
  bytes.copy(new Uint8Array(samples.buffer));
  return samples;
}
