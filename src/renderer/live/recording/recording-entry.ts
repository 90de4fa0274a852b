/** Recording thread. It receives streams and emits chunks of files: with messages of its own, not a peer's. */
import { AppError, toWireError } from '../../../base/errors.ts';
import { OutputRecorder } from './output-recorder.ts';
import type { FromRecording, ToRecording } from './recording-messages.ts';

let recorder: OutputRecorder | null = null;
/** Files whose next chunk waits for the previous one, so that a whole replay is not queued. */
const written = new Map<number, () => void>();

const post = (message: FromRecording, moved: Transferable[] = []): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener
  self.postMessage(message, { transfer: moved });
};
const fail = (error: unknown, file: number | null = null): void =>
  post({
    type: 'failed',
    file,
    error: toWireError(error),
    bug: error instanceof AppError ? null : String(error),
  });
const postPiece = (file: number, bytes: Uint8Array<ArrayBuffer>): void =>
  post({ type: 'piece', file, bytes }, [bytes.buffer]);

async function saveReplay(own: OutputRecorder, file: number): Promise<void> {
  try {
    await own.saveReplay((bytes) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      written.set(file, resolve);
      postPiece(file, bytes);
      return promise;
    });
    post({ type: 'closed', file });
  } catch (error) {
    fail(error, file);
  }
}

async function receive(message: ToRecording): Promise<void> {
  if (message.type === 'begin') {
    recorder = new OutputRecorder(message.frames.getReader(), fail);
    await recorder.readFrames(message.fps);
    return;
  }
  if (recorder === null) {
    throw new AppError('internal_error', 'Nothing is recorded yet.');
  }
  switch (message.type) {
    case 'sound':
      await recorder.readSound(message.stream);
      break;
    case 'open':
      recorder.open(message.isOpen);
      break;
    case 'late':
      recorder.setLate(message.lateMs);
      break;
    case 'replay':
      recorder.setReplay(message.seconds);
      break;
    case 'open_file': {
      const { file } = message;
      recorder.openFile(
        file,
        (bytes) => postPiece(file, bytes),
        (error) => fail(error, file),
      );
      break;
    }
    case 'close_file':
      await recorder.closeFile(message.file);
      post({ type: 'closed', file: message.file });
      break;
    case 'save_replay':
      await saveReplay(recorder, message.file);
      break;
    case 'written':
      written.get(message.file)?.();
      break;
    case 'mark':
      post({ type: 'marked', mark: message.mark, atMs: recorder.positionIn(message.file) });
      break;
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToRecording>) => {
  receive(data).catch(fail);
});
