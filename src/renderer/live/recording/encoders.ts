import { AppError } from '../../../base/errors.ts';
import { toH264Level } from '../h264-level.ts';
import { type TrackPacket, toTrackPacket } from './encoded-packet.ts';
import { SOUND_RATE_HZ } from './sound-timeline.ts';

/** Frames that may wait for the encoder; more are left out, for they would come later and later. */
const maxWaiting = 4;
const bitsPerPixel = 0.12;
/**
 * Key frame interval: a truncated file loses the part after its last key frame, and a replay begins with one.
 */
const keyEveryUs = 1_000_000;
const microseconds = 1_000_000;
/** High bit rate, because the recording will be encoded again. */
const soundBitsPerSecond = 160_000;

/** Events of an encoder; `M` is the decoder configuration, which comes with the first packet. */
export interface EncoderListener<M> {
  /** Packets in decoding order. */
  readonly onPacket: (packet: TrackPacket, config: M | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** Frames to packets of H.264; ends with its thread. */
export interface VideoPackets {
  /** Takes the frame over. */
  readonly add: (frame: VideoFrame) => void;
  /** Makes the next frame a key frame. */
  readonly requestKey: () => void;
}

/** Sound to packets of Opus; ends with its thread. */
export interface AudioPackets {
  readonly add: (samples: Float32Array<ArrayBuffer>, position: number) => void;
}

/** Format of the encoded video. */
export interface VideoForm {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

/** Throws `capability_unavailable` where H.264 cannot be coded. */
export async function openVideoPackets(
  form: VideoForm,
  { onPacket, onError }: EncoderListener<EncodedVideoChunkMetadata>,
): Promise<VideoPackets> {
  const config = await findConfig(form);
  const encoder = new VideoEncoder({
    output: (chunk, meta) => onPacket(toTrackPacket('video', chunk), meta),
    error: onError,
  });
  encoder.configure(config);
  let keyUs = Number.NEGATIVE_INFINITY;
  return {
    add: (frame) => {
      try {
        if (encoder.encodeQueueSize < maxWaiting && encoder.state === 'configured') {
          const keyFrame = frame.timestamp - keyUs >= keyEveryUs;
          keyUs = keyFrame ? frame.timestamp : keyUs;
          encoder.encode(frame, { keyFrame });
        }
      } finally {
        frame.close();
      }
    },
    requestKey: () => {
      keyUs = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Encodes Opus, which every Chromium supports; main converts it to AAC. */
export function openAudioPackets({
  onPacket,
  onError,
}: EncoderListener<EncodedAudioChunkMetadata>): AudioPackets {
  const encoder = new AudioEncoder({
    output: (chunk, meta) => onPacket(toTrackPacket('audio', chunk), meta),
    error: onError,
  });
  encoder.configure({
    codec: 'opus',
    sampleRate: SOUND_RATE_HZ,
    numberOfChannels: 1,
    bitrate: soundBitsPerSecond,
  });
  return {
    add: (samples, position) => {
      const sound = new AudioData({
        format: 'f32-planar',
        sampleRate: SOUND_RATE_HZ,
        numberOfChannels: 1,
        numberOfFrames: samples.length,
        timestamp: Math.round((position * microseconds) / SOUND_RATE_HZ),
        data: samples,
      });
      if (encoder.state === 'configured') {
        encoder.encode(sound);
      }
      sound.close();
    },
  };
}

/**
 * Finds an H.264 configuration that every player supports, of the lowest level for frames of this size at 30 a
 * second.
 */
async function findConfig({ width, height, fps }: VideoForm): Promise<VideoEncoderConfig> {
  const level = toH264Level({ width, height });
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
