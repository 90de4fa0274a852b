import { Mp4OutputFormat, Output, StreamTarget } from 'mediabunny';
import { AppError, toWireError } from '../../../base/errors.ts';
import { openVideoTrackWriter, openAudioTrackWriter, type VideoTrackWriter } from './encoders.ts';
import { RateConverter } from './rate-converter.ts';
import type { FromRecording, ToRecording } from './recording-messages.ts';
import { SoundTimeline } from './sound-timeline.ts';
import { TimelineClock } from './timeline-clock.ts';

/**
 * A recording in a thread of its own: puts pictures and sound on one timeline by when they were made, not by
 * when they get here, and writes them as an MP4 that can be played up to where it was cut off.
 */

/** Sound may come so much later than the picture it belongs to, for example as a changed voice. */
const latestSoundMs = 2_000;

type PictureReader = ReadableStreamDefaultReader<VideoFrame>;

let recording: Promise<Recording> | null = null;

const post = (message: FromRecording, moved: Transferable[] = []): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener
  self.postMessage(message, { transfer: moved });
};
const fail = (error: unknown): void => post({ type: 'failed', error: toWireError(error) });

class Recording {
  readonly #output: Output;
  readonly #reader: PictureReader;
  readonly #pictures: VideoTrackWriter;
  readonly #track = openAudioTrackWriter(fail);
  readonly #sound = new SoundTimeline((samples, position) => this.#track.add(samples, position));
  #beganMs: number | null = null;
  #lastUs = -1;
  #lateMs = 0;
  #feed = 0;
  #isEnding = false;

  private constructor(pictures: VideoTrackWriter, reader: PictureReader) {
    this.#pictures = pictures;
    this.#reader = reader;
    this.#output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 1 }),
      target: new StreamTarget(
        new WritableStream({
          write: ({ data }) => {
            const bytes = data.slice();
            post({ type: 'piece', bytes }, [bytes.buffer]);
          },
        }),
      ),
    });
    this.#output.addVideoTrack(this.#pictures.source);
    this.#output.addAudioTrack(this.#track.source);
  }

  /** Begins with the first picture, whose size is that of the recording. */
  static async begin(reader: PictureReader, fps: number): Promise<Recording> {
    const { value: first } = await reader.read();
    if (first === undefined) {
      throw new AppError('cancelled', 'The recording ended before its first picture.');
    }
    const { displayWidth: width, displayHeight: height } = first;
    first.close();
    const own = new Recording(await openVideoTrackWriter({ width, height, fps }, fail), reader);
    await own.#output.start();
    return own;
  }

  setLate(lateMs: number): void {
    this.#lateMs = lateMs;
  }

  open(isOpen: boolean): void {
    this.#sound.open(isOpen);
  }

  async readPictures(): Promise<void> {
    const clock = new TimelineClock();
    for (;;) {
      const { value } = await this.#reader.read();
      if (value === undefined) {
        return;
      }
      const atMs = clock.toPosition(value.timestamp, performance.now());
      this.#beganMs ??= atMs;
      // The clock gets better while it runs, but no picture may come before the last one.
      this.#lastUs = Math.max(this.#lastUs + 1, Math.round((atMs - this.#beganMs) * 1000));
      this.#pictures.add(new VideoFrame(value, { timestamp: this.#lastUs }));
      value.close();
      this.#sound.fill(this.#lastUs / 1000 - latestSoundMs);
    }
  }

  async readSound(stream: ReadableStream<AudioData> | null): Promise<void> {
    this.#feed += 1;
    const own = this.#feed;
    if (stream === null) {
      return;
    }
    const clock = new TimelineClock();
    const rate = new RateConverter();
    const reader = stream.getReader();
    while (own === this.#feed && !this.#isEnding) {
      const { value } = await reader.read();
      if (value === undefined) {
        return;
      }
      // A piece comes when its last sample was heard.
      const atMs = clock.toPosition(value.timestamp, performance.now()) - value.duration / 1000;
      if (this.#beganMs !== null) {
        this.#sound.put(rate.convert(value), atMs - this.#beganMs - this.#lateMs);
      }
      value.close();
    }
    await reader.cancel();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#reader.cancel();
    await Promise.all([this.#pictures.flush(), this.#track.flush()]);
    await this.#output.finalize();
  }
}

async function receive(message: ToRecording): Promise<void> {
  if (message.type === 'begin') {
    recording = Recording.begin(message.pictures.getReader(), message.fps);
    await (await recording).readPictures();
    return;
  }
  const own = await recording;
  switch (message.type) {
    case 'sound':
      await own?.readSound(message.stream);
      break;
    case 'open':
      own?.open(message.isOpen);
      break;
    case 'late':
      own?.setLate(message.lateMs);
      break;
    case 'end':
      await own?.end();
      post({ type: 'ended' });
      self.close();
      break;
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToRecording>) => {
  receive(data).catch(fail);
});
