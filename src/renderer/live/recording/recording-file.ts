import {
  EncodedAudioPacketSource,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny';
import { SerialQueue } from '../../../base/serial-queue.ts';
import { shiftToFile, type TrackPacket } from './encoded-packet.ts';

/** Decoder configurations of both tracks; kept up to date by the encoders' owner. */
export interface TrackConfigs {
  video?: EncodedVideoChunkMetadata | undefined;
  audio?: EncodedAudioChunkMetadata | undefined;
}

/** Writes bytes in order; the next chunk follows when the previous one is written. */
export type WritePiece = (bytes: Uint8Array<ArrayBuffer>) => Promise<void> | void;

/**
 * Fragmented MP4 that is playable up to where it was truncated. Its time starts with the key frame it was
 * opened for.
 */
export class RecordingFile {
  readonly startUs: number;
  readonly #video = new EncodedVideoPacketSource('avc');
  readonly #audio = new EncodedAudioPacketSource('opus');
  readonly #output: Output;
  readonly #configs: Readonly<TrackConfigs>;
  readonly #begun = new Set<TrackPacket['track']>();
  readonly #queue = new SerialQueue();
  readonly #onError: (error: unknown) => void;
  #hasFailed = false;

  /** `onError` is called once; nothing is written after it. */
  constructor(
    parts: { readonly startUs: number; readonly configs: Readonly<TrackConfigs> },
    write: WritePiece,
    onError: (error: unknown) => void,
  ) {
    this.startUs = parts.startUs;
    this.#configs = parts.configs;
    this.#onError = onError;
    this.#output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'fragmented', minimumFragmentDuration: 0.5 }),
      target: new StreamTarget(
        new WritableStream({
          write: async ({ data }) => {
            await write(data.slice());
          },
        }),
      ),
    });
    this.#output.addVideoTrack(this.#video);
    this.#output.addAudioTrack(this.#audio);
    this.#run(() => this.#output.start());
  }

  /** Adds a packet; those before the start are dropped. */
  add(packet: TrackPacket): void {
    const { track, timestampUs } = packet;
    if (timestampUs < this.startUs) {
      return;
    }
    const placed = shiftToFile(packet, this.startUs);
    // Said with the first packet of a track.
    const { video, audio } = this.#begun.has(track) ? {} : this.#configs;
    this.#begun.add(track);
    this.#run(() =>
      track === 'video' ? this.#video.add(placed, video) : this.#audio.add(placed, audio),
    );
  }

  /** Resolves once everything was written. */
  async close(): Promise<void> {
    this.#run(() => this.#output.finalize());
    await this.#queue.idle();
  }

  #run(step: () => Promise<void>): void {
    this.#queue
      .run(async () => {
        if (!this.#hasFailed) {
          await step();
        }
      })
      .catch((error: unknown) => {
        if (!this.#hasFailed) {
          this.#hasFailed = true;
          this.#onError(error);
        }
      });
  }
}
