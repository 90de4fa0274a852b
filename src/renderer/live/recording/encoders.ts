import { EncodedAudioPacketSource, EncodedPacket, EncodedVideoPacketSource } from 'mediabunny';
import { AppError } from '../../../base/errors.ts';
import { SerialQueue } from '../../../base/serial-queue.ts';
import { SOUND_RATE_HZ } from './sound-timeline.ts';

/** Pictures that may wait for the encoder; more are left out, for they would come later and later. */
const mostWaiting = 4;
const bitsPerPixel = 0.12;
const keyEveryUs = 2_000_000;
const microseconds = 1_000_000;
/** Plenty, because it is coded once more. */
const soundBitsPerSecond = 160_000;

/** An encoder and the track of the file that it writes. */
export interface VideoTrackWriter {
  readonly source: EncodedVideoPacketSource;
  /** Takes the picture over. */
  readonly add: (picture: VideoFrame) => void;
  readonly flush: () => Promise<void>;
}

/** Its counterpart for sound. */
export interface AudioTrackWriter {
  readonly source: EncodedAudioPacketSource;
  readonly add: (samples: Float32Array<ArrayBuffer>, position: number) => void;
  readonly flush: () => Promise<void>;
}

/** How pictures are coded. */
export interface VideoForm {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

/** Throws `capability_unavailable` where H.264 cannot be coded. */
export async function openVideoTrackWriter(
  form: VideoForm,
  onError: (error: unknown) => void,
): Promise<VideoTrackWriter> {
  const config = await findConfig(form);
  const source = new EncodedVideoPacketSource('avc');
  const packets = new SerialQueue();
  const encoder = new VideoEncoder({
    output: (chunk, meta) =>
      void packets
        .run(() => source.add(EncodedPacket.fromEncodedChunk(chunk), meta))
        .catch(onError),
    error: onError,
  });
  encoder.configure(config);
  let keyUs = Number.NEGATIVE_INFINITY;
  return {
    source,
    add: (picture) => {
      if (encoder.encodeQueueSize < mostWaiting && encoder.state === 'configured') {
        const keyFrame = picture.timestamp - keyUs >= keyEveryUs;
        keyUs = keyFrame ? picture.timestamp : keyUs;
        encoder.encode(picture, { keyFrame });
      }
      picture.close();
    },
    flush: async () => {
      await encoder.flush();
      encoder.close();
      await packets.idle();
    },
  };
}

/** Opus, which every Chromium can make; main makes AAC of it. */
export function openAudioTrackWriter(onError: (error: unknown) => void): AudioTrackWriter {
  const source = new EncodedAudioPacketSource('opus');
  const packets = new SerialQueue();
  const encoder = new AudioEncoder({
    output: (chunk, meta) =>
      void packets
        .run(() => source.add(EncodedPacket.fromEncodedChunk(chunk), meta))
        .catch(onError),
    error: onError,
  });
  encoder.configure({
    codec: 'opus',
    sampleRate: SOUND_RATE_HZ,
    numberOfChannels: 1,
    bitrate: soundBitsPerSecond,
  });
  return {
    source,
    add: (samples, position) => {
      const sound = new AudioData({
        format: 'f32-planar',
        sampleRate: SOUND_RATE_HZ,
        numberOfChannels: 1,
        numberOfFrames: samples.length,
        timestamp: Math.round((position * microseconds) / SOUND_RATE_HZ),
        data: samples,
      });
      encoder.encode(sound);
      sound.close();
    },
    flush: async () => {
      await encoder.flush();
      encoder.close();
      await packets.idle();
    },
  };
}

/** H.264 that everything plays, of the lowest level that holds pictures of this size at 30 a second. */
async function findConfig({ width, height, fps }: VideoForm): Promise<VideoEncoderConfig> {
  const level = width * height <= 1280 * 720 ? '1f' : '28';
  for (const profile of ['42e0', '4d00', '6400']) {
    const config: VideoEncoderConfig = {
      codec: `avc1.${profile}${level}`,
      width,
      height,
      framerate: fps,
      bitrate: Math.round(width * height * fps * bitsPerPixel),
      latencyMode: 'realtime',
      avc: { format: 'avc' },
    };
    if ((await VideoEncoder.isConfigSupported(config)).supported === true) {
      return config;
    }
  }
  throw new AppError('capability_unavailable', 'This browser cannot make MP4 files.');
}
