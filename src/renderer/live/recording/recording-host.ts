import { fromWireError } from '../../../base/errors.ts';
import type { CaptureWriter } from '../capture-writer.ts';
import { openSoundReader, openTrackReader } from '../track-streams.ts';
import type { FromRecording, ToRecording } from './recording-messages.ts';

/** Pictures that wait while the thread that records is busy. */
const waitingPictures = 4;

/** Sound of a recording; it can change while it is recorded. */
export interface RecordedSound {
  /** Takes this from now on, or nothing. It keeps its owner. */
  readonly feed: (sound: MediaStream | null) => void;
  readonly open: (isOpen: boolean) => void;
  /** By how much the sound that is fed comes later than the picture it belongs to; may be negative. */
  readonly setLate: (lateMs: number) => void;
}

/** A recording under way. Its thread is handed streams and gives pieces of a file: messages of its own, not a peer's. */
export interface Recording {
  readonly sound: RecordedSound;
  /** Ends once everything is in the file. */
  readonly stop: () => Promise<void>;
}

/** What is recorded: a track of pictures that keep their size. */
export interface RecordingOptions {
  readonly track: MediaStreamTrack;
  readonly fps: number;
  /** Told when it cannot go on. */
  readonly onFailure: (error: unknown) => void;
}

/** Records a track and what sound it is given as MP4 into a file. */
export function startRecording(writer: CaptureWriter, options: RecordingOptions): Recording {
  const { track, fps, onFailure } = options;
  const worker = new Worker(new URL('./recording-entry.ts', import.meta.url), { type: 'module' });
  const send = (message: ToRecording, handed: Transferable[] = []): void => {
    worker.postMessage(message, handed);
  };
  const ended = Promise.withResolvers<void>();
  worker.addEventListener('message', ({ data }: MessageEvent<FromRecording>) => {
    try {
      if (data.type === 'piece') {
        writer.push(new Blob([data.bytes]));
      } else if (data.type === 'ended') {
        ended.resolve();
      } else {
        throw fromWireError(data.error);
      }
    } catch (error) {
      ended.resolve(); // Nothing more comes.
      onFailure(error);
    }
  });
  // A copy, so that the end of the recording does not end what others see.
  const own = track.clone();
  const pictures = openTrackReader(own, waitingPictures);
  send({ type: 'begin', pictures, fps }, [pictures]);
  let soundTrack: MediaStreamTrack | null = null;
  const feed = (sound: MediaStream | null): void => {
    soundTrack?.stop();
    soundTrack = sound?.getAudioTracks()[0]?.clone() ?? null;
    const stream = soundTrack === null ? null : openSoundReader(soundTrack);
    send({ type: 'sound', stream }, stream === null ? [] : [stream]);
  };
  return {
    sound: {
      feed,
      open: (isOpen) => send({ type: 'open', isOpen }),
      setLate: (lateMs) => send({ type: 'late', lateMs }),
    },
    stop: async () => {
      send({ type: 'end' });
      await ended.promise;
      worker.terminate();
      own.stop();
      soundTrack?.stop();
    },
  };
}
