import { expect, it } from 'vitest';
import { AppError } from '../../../base/errors.ts';
import { encodeVoiceReference } from '../../../contract/api/voice-frames.ts';
import type { LiveSocket, SocketListener } from '../socket/live-socket.ts';
import { VoiceConnection } from './voice-connection.ts';

type Options = ConstructorParameters<typeof VoiceConnection>[0];
type StreamOptions = Parameters<Options['openStream']>[0];

it('continues with a newer voice when the one it replaced fails to load', async () => {
  const sent: unknown[] = [];
  const opened: StreamOptions[] = [];
  let listener: SocketListener | undefined;
  const socket = {
    waitingBytes: 0,
    isOpen: true,
    listen: (next: SocketListener) => {
      listener = next;
    },
    pause: () => undefined,
    resume: () => undefined,
    sendJson: (message: object) => sent.push(message),
    fail: (reason: string) => sent.push(reason),
  };
  const stream = {
    latencyMs: 5,
    change: () => undefined,
    set: () => undefined,
    close: () => undefined,
  };
  const loading = Promise.withResolvers<never>();
  const options = {
    socket: socket as unknown as LiveSocket,
    hasVoice: true,
    findTarget: () => Promise.resolve({ files: {} }),
    openStream: (asked: StreamOptions) => {
      opened.push(asked);
      return opened.length === 1 ? loading.promise : Promise.resolve(stream);
    },
  };
  void new VoiceConnection(options as unknown as Options);
  await expect.poll(() => opened).toHaveLength(1);
  const wav = Uint8Array.from({ length: 64 }, (_, index) => 'RIFF'.charCodeAt(index) || 0);
  listener?.onBinary(Buffer.from(encodeVoiceReference(wav)));
  await expect.poll(() => sent).toHaveLength(1);
  const error = new AppError('processing_failed', 'The voice was not loaded.');
  opened[0]?.onFailure(error);
  loading.reject(error);
  opened[1]?.onLatency?.(6);
  expect(sent).toMatchObject([{ latency_ms: 5 }, { latency_ms: 6 }]);
  opened[1]?.onFailure(error);
  expect(sent[2]).toBe('internal');
});
