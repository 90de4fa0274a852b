import { AppError } from '../../../base/errors.ts';

/** Chromium's converters between tracks and frames; missing in the typings. */
interface TrackReader {
  readonly readable: ReadableStream<VideoFrame> & ReadableStream<AudioData>;
}

type TrackWriter = MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };

declare global {
  interface Window {
    readonly MediaStreamTrackProcessor?: new (options: {
      readonly track: MediaStreamTrack;
      readonly maxBufferSize: number;
    }) => TrackReader;
    readonly MediaStreamTrackGenerator?: new (options: { readonly kind: 'video' }) => TrackWriter;
  }
}

/** Reads the frames of a track; when the reader is slow, only the newest are kept. */
export function openTrackReader(
  track: MediaStreamTrack,
  maxBufferSize = 1,
): ReadableStream<VideoFrame> {
  return openReader(track, maxBufferSize);
}

/** Two seconds of chunks of 10 ms: audio that waits longer is lost. */
const waitingPieces = 200;

/** Reads the audio of a track. */
export function openSoundReader(track: MediaStreamTrack): ReadableStream<AudioData> {
  return openReader(track, waitingPieces);
}

function openReader(track: MediaStreamTrack, maxBufferSize: number): TrackReader['readable'] {
  const Processor = window.MediaStreamTrackProcessor;
  if (Processor === undefined) {
    throw tooOld();
  }
  return new Processor({ track, maxBufferSize }).readable;
}

/** Creates a track that shows the frames written to it. */
export function openTrackWriter(): TrackWriter {
  const Generator = window.MediaStreamTrackGenerator;
  if (Generator === undefined) {
    throw tooOld();
  }
  return new Generator({ kind: 'video' });
}

function tooOld(): AppError {
  return new AppError('capability_unavailable', 'This Chromium cannot guard a live picture.');
}
