import {
  LocalVideoTrack,
  type Room,
  TrackPublishOptions,
  TrackSource,
  VideoCodec,
  type VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import { freeFrame } from './room-frame.ts';

/** Format of a published camera. */
export interface CameraFormat {
  /** Codec, such as `video/H264`. */
  readonly mime: string;
  /** Size in pixels; 0 when the client did not tell it. */
  readonly width: number;
  readonly height: number;
}

/** Track with the swapped video. */
export interface OutputTrack {
  /**
   * Publishes the track in the format of the camera, because a client can decode the codec that it sends; with a camera
   * of unknown size the first frame does it. Settles when the track is published, also for later calls.
   */
  publish(camera: CameraFormat): Promise<void>;
  /**
   * Sends a frame and takes its ownership; `capturedAtMs` is the arrival of its original, on the monotonic
   * clock.
   */
  send(video: VideoFrame, capturedAtMs: number): void;
  /** Sends the last frame again; does nothing without one. */
  repeat(nowMs: number): void;
  /** Forgets the last frame, which must not be shown again. */
  forget(): void;
  close(): Promise<void>;
}

/** Name of the track, as clients see it. */
const TRACK_NAME = 'swapped';
const MAX_FRAMES_PER_SECOND = 30;
/** Bits per pixel and second that preserve detail of a face at 30 frames a second, as for the page's camera. */
const BITS_PER_PIXEL = 1.95;
const MIN_BITRATE = 1_200_000;
const MAX_BITRATE = 6_000_000;
/** A face that shrinks looks worse than a missing frame. */
const MAINTAIN_RESOLUTION = 2;

/** Creates the output of a room. `onTrouble` is called when it cannot be published. */
export function createOutputTrack(room: Room, onTrouble: (error: unknown) => void): OutputTrack {
  let source: VideoSource | null = null;
  let opening: Promise<void> | null = null;
  let last: VideoFrame | null = null;
  let lastUs = 0;
  let videoCodec = VideoCodec.VP8;

  async function open({ width, height }: { width: number; height: number }): Promise<void> {
    try {
      source = new VideoSource(width, height);
      const track = LocalVideoTrack.createVideoTrack(TRACK_NAME, source);
      const options = new TrackPublishOptions({
        source: TrackSource.SOURCE_CAMERA,
        simulcast: false,
        videoCodec,
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the package does not export the enumeration
        degradationPreference: MAINTAIN_RESOLUTION,
        videoEncoding: {
          maxBitrate: BigInt(fitBitrate(width * height)),
          maxFramerate: MAX_FRAMES_PER_SECOND,
        },
      });
      await room.localParticipant?.publishTrack(track, options);
    } catch (error) {
      onTrouble(error);
    }
  }

  return {
    async publish({ mime, width, height }) {
      if (opening === null) {
        videoCodec = /h264/i.test(mime) ? VideoCodec.H264 : VideoCodec.VP8;
        if (width > 0 && height > 0) {
          opening = open({ width, height });
        }
      }
      await opening;
    },
    send(video, capturedAtMs) {
      opening ??= open(video);
      // Encoders drop frames whose timestamps do not increase.
      lastUs = Math.max(lastUs + 1, Math.round(capturedAtMs * 1000));
      if (last !== null && last !== video) {
        freeFrame(last);
      }
      last = video;
      source?.captureFrame(video, BigInt(lastUs));
    },
    repeat(nowMs) {
      if (last !== null) {
        this.send(last, nowMs);
      }
    },
    forget() {
      last = null;
    },
    async close() {
      await source?.close();
      source = null;
      last = null;
    },
  };
}

function fitBitrate(pixels: number): number {
  return Math.round(Math.min(MAX_BITRATE, Math.max(MIN_BITRATE, pixels * BITS_PER_PIXEL)));
}
