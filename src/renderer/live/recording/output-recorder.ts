import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { TrackPacket } from './encoded-packet.ts';
import { type VideoPackets, openVideoPackets, openAudioPackets } from './encoders.ts';
import { RecordingFile, type TrackConfigs, type WritePiece } from './recording-file.ts';
import { ReplayRing } from './replay-ring.ts';
import { SoundInput } from './sound-input.ts';
import { SoundTimeline } from './sound-timeline.ts';
import { TimelineClock } from './timeline-clock.ts';

/** Time for which fed audio may stall, as on a busy computer, before it is replaced by silence. */
const sureSoundMs = 1_000;
/** Distance of inserted silence behind the video when no audio is fed. */
const silenceMs = 100;
/** Longest wait of a file for the audio of its last frame, and the check interval. */
const lastSoundMs = 1_500;
const soundCheckMs = 20;
/** More than the audio encoder buffers. */
const packetMs = 60;
/** Twice the size of two minutes of 1080p. */
const maxReplayBytes = 256 * 2 ** 20;

type FrameReader = ReadableStreamDefaultReader<VideoFrame>;

/** File being recorded. Without a {@link RecordingFile} it waits for its first key frame. */
interface OpenFile {
  readonly write: WritePiece;
  readonly onError: (error: unknown) => void;
  file: RecordingFile | null;
  /** End of the file; later packets are dropped. */
  endUs: number;
}

/**
 * Puts video and audio on one timeline by their capture times, not their arrival, and encodes them once: for
 * any number of files, and for the replay buffer.
 */
export class OutputRecorder {
  readonly #reader: FrameReader;
  readonly #onError: (error: unknown) => void;
  readonly #configs: TrackConfigs = {};
  readonly #sounds = openAudioPackets({
    onPacket: (packet, config) => {
      this.#configs.audio = config?.decoderConfig === undefined ? this.#configs.audio : config;
      this.#pass(packet);
    },
    onError: (error) => this.#onError(error),
  });
  readonly #timeline = new SoundTimeline((samples, position) =>
    this.#sounds.add(samples, position),
  );
  readonly #files = new Map<number, OpenFile>();
  #frames: VideoPackets | null = null;
  #ring: ReplayRing<TrackPacket> | null = null;
  #replaySeconds = 0;
  #beganMs: number | null = null;
  #lastUs = -1;
  /** Encoded positions of the tracks. */
  readonly #codedUs = { video: -1, audio: -1 };
  #lateMs = 0;
  #feed = 0;
  #isFed = false;

  /** `onError` is called when no file can continue. */
  constructor(reader: FrameReader, onError: (error: unknown) => void) {
    this.#reader = reader;
    this.#onError = onError;
  }

  /** Reads until the frames end; the size of the first is that of every file. */
  async readFrames(fps: number): Promise<void> {
    const clock = new TimelineClock();
    for (;;) {
      const { value } = await this.#reader.read();
      if (value === undefined) {
        return;
      }
      try {
        const atMs = clock.toPosition(value.timestamp, performance.now());
        const frames = (this.#frames ??= await this.#openFrames(value, fps));
        this.#beganMs ??= atMs;
        // The clock estimate improves over time, but timestamps have to increase.
        this.#lastUs = Math.max(this.#lastUs + 1, Math.round((atMs - this.#beganMs) * 1000));
        frames.add(new VideoFrame(value, { timestamp: this.#lastUs }));
      } finally {
        value.close(); // Frames left to the garbage collector stop the camera, which has few of them.
      }
      this.#fillSilence();
    }
  }

  async readSound(stream: ReadableStream<AudioData> | null): Promise<void> {
    this.#feed += 1;
    const own = this.#feed;
    this.#isFed = stream !== null;
    if (stream === null) {
      return;
    }
    const input = new SoundInput(this.#timeline);
    const reader = stream.getReader();
    while (own === this.#feed) {
      const { value } = await reader.read();
      if (value === undefined) {
        // Silence from here on, unless another source is audible by now.
        this.#isFed = own === this.#feed ? false : this.#isFed;
        return;
      }
      if (this.#beganMs !== null) {
        input.add(value, performance.now(), -this.#beganMs - this.#lateMs);
      }
      value.close();
    }
    await reader.cancel();
  }

  setLate(lateMs: number): void {
    this.#lateMs = lateMs;
  }

  open(isOpen: boolean): void {
    this.#timeline.open(isOpen);
  }

  /**
   * Sets the replay length for {@link saveReplay}; 0 clears the buffer. Buffered content stays when the length
   * grows.
   */
  setReplay(seconds: number): void {
    if (seconds !== this.#replaySeconds) {
      this.#replaySeconds = seconds;
      const before = this.#ring;
      this.#ring =
        seconds === 0
          ? null
          : new ReplayRing({ durationUs: seconds * 1_000_000, maxBytes: maxReplayBytes });
      before?.packets().forEach((packet) => this.#ring?.push(packet));
    }
  }

  /** Begins a file with the next frame. */
  openFile(id: number, write: WritePiece, onError: (error: unknown) => void): void {
    this.#files.set(id, { write, onError, file: null, endUs: Number.POSITIVE_INFINITY });
    this.#frames?.requestKey();
  }

  /** Resolves once all data until now are in the file. */
  async closeFile(id: number): Promise<void> {
    const open = this.#files.get(id);
    if (open === undefined) {
      return;
    }
    open.endUs = this.#lastUs;
    await this.#waitForPackets(this.#lastUs);
    this.#files.delete(id);
    await open.file?.close();
  }

  /** Writes the replay buffer; resolves when it is written. Throws `not_found` when it is empty. */
  async saveReplay(write: WritePiece): Promise<void> {
    const cut = this.#ring?.cut() ?? null;
    if (cut === null) {
      throw new AppError('not_found', 'There is no replay yet.', {
        details: faultDetails('no_replay'),
      });
    }
    const failures: unknown[] = [];
    const parts = { startUs: cut.startUs, configs: this.#configs };
    const file = new RecordingFile(parts, write, (error) => failures.push(error));
    cut.packets.forEach((packet) => file.add(packet));
    await file.close();
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  /** Position of the newest frame in a file, in milliseconds; null before its first. */
  positionIn(id: number): number | null {
    const startUs = this.#files.get(id)?.file?.startUs;
    return startUs === undefined ? null : Math.max(0, (this.#lastUs - startUs) / 1000);
  }

  #openFrames(first: VideoFrame, fps: number): Promise<VideoPackets> {
    const { displayWidth: width, displayHeight: height } = first;
    return openVideoPackets(
      { width, height, fps },
      {
        onPacket: (packet, config) => {
          this.#configs.video = config?.decoderConfig === undefined ? this.#configs.video : config;
          this.#pass(packet);
        },
        onError: this.#onError,
      },
    );
  }

  #pass(packet: TrackPacket): void {
    this.#codedUs[packet.track] = packet.timestampUs + packet.durationUs;
    this.#ring?.push(packet);
    for (const open of this.#files.values()) {
      if (open.file === null && packet.track === 'video' && packet.isKey) {
        const parts = { startUs: packet.timestampUs, configs: this.#configs };
        open.file = new RecordingFile(parts, open.write, open.onError);
      }
      if (packet.timestampUs <= open.endUs) {
        open.file?.add(packet);
      }
    }
  }

  #fillSilence(): void {
    const behindMs = this.#isFed ? Math.max(0, this.#lateMs) + sureSoundMs : silenceMs;
    this.#timeline.fill(this.#lastUs / 1000 - behindMs);
  }

  /**
   * The last frames are still in the encoders, and their audio has not arrived. Neither encoder is flushed:
   * other files continue, and a flushed audio encoder pads its packet with silence.
   */
  async #waitForPackets(untilUs: number): Promise<void> {
    const endMs = performance.now() + lastSoundMs;
    while (
      (this.#codedUs.video < untilUs || this.#codedUs.audio < untilUs) &&
      performance.now() < endMs
    ) {
      if (!this.#isFed) {
        this.#timeline.fill(untilUs / 1000 + packetMs);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, soundCheckMs);
      });
    }
  }
}
