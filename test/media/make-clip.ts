/** Makes media files of known content with the encoders of FFmpeg, so that tests need no files of others. */
import {
  AV_CODEC_FLAG_FRAME_DURATION,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_QUIET,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVCOL_PRI_BT2020,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  type FFEncoderCodec,
} from 'node-av/constants';
import {
  avChannelLayoutDefault,
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';

/** Video of a clip. */
export interface ClipVideo {
  readonly codec?: string;
  readonly pixelFormat?: 'yuv420p' | 'yuv420p10le' | 'yuv422p10le' | 'yuvj420p';
  readonly width?: number;
  readonly height?: number;
  /** Times of the frames in units of `timeBase`; 30 per second when only their number is given. */
  readonly times?: readonly number[];
  readonly frames?: number;
  readonly timeBase?: readonly [num: number, den: number];
  readonly clockwiseDegrees?: 0 | 90 | 180 | 270;
  readonly options?: Readonly<Record<string, string>>;
  readonly gop?: number;
  /** Marks the video as HDR of this kind in BT.2020. */
  readonly hdr?: 'pq' | 'hlg';
  /** Width of a pixel by its height. */
  readonly pixelAspect?: readonly [num: number, den: number];
  /** Frame rate declared by the file, independent of its times; Matroska derives durations from it. */
  readonly statedRate?: readonly [num: number, den: number];
  /** Draws only the first frame and repeats it, which makes long clips quickly. */
  readonly isStill?: boolean;
}

/** Audio of a clip: a tone of 440 Hz with a known loudness. */
export interface ClipAudio {
  readonly codec?: string;
  readonly sampleRateHz?: number;
  readonly channels?: number;
  readonly seconds?: number;
  readonly offsetSeconds?: number;
  readonly format?: 'flt' | 'fltp' | 's16';
}

/** Streams of the clip. */
export interface ClipSpec {
  readonly container?: string;
  readonly video?: ClipVideo | null;
  readonly audio?: ClipAudio | null;
}

const quick: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  libx264: { preset: 'ultrafast', crf: '10', bf: '2', 'x264-params': 'bframes=2' },
  libx265: { preset: 'ultrafast', crf: '10', 'x265-params': 'log-level=none' },
  libvpx: { deadline: 'realtime', 'cpu-used': '8', crf: '10', b: '4000000' },
  'libvpx-vp9': { deadline: 'realtime', 'cpu-used': '8', crf: '15' },
  libsvtav1: { preset: '12', crf: '15' },
};

const pixelFormats = {
  yuv420p: { id: AV_PIX_FMT_YUV420P, depth: 8, chromaRows: 2 },
  yuvj420p: { id: AV_PIX_FMT_YUVJ420P, depth: 8, chromaRows: 2 },
  yuv420p10le: { id: AV_PIX_FMT_YUV420P10LE, depth: 10, chromaRows: 2 },
  yuv422p10le: { id: AV_PIX_FMT_YUV422P10LE, depth: 10, chromaRows: 1 },
} as const;

/** Luma of the test frame: a soft gradient, a moving box, and the frame's number in a bar of light and dark. */
export function lumaAt(x: number, y: number, index: number, width: number, height: number): number {
  const cell = Math.max(4, Math.floor(width / 16));
  if (y < cell) {
    return ((index >> Math.floor(x / cell)) & 1) === 1 ? 200 : 40;
  }
  const left = (index * 3) % Math.max(1, width - 16);
  if (x >= left && x < left + 16 && y >= height / 2 && y < height / 2 + 16) {
    return 220;
  }
  return 50 + Math.round((100 * x) / width + (50 * y) / height);
}

/** Reads the number back that {@link lumaAt} drew. */
export function readIndex(luma: Uint8Array, stride: number, width: number): number {
  const cell = Math.max(4, Math.floor(width / 16));
  let index = 0;
  for (let bit = 0; bit < 12; bit += 1) {
    const at = (cell >> 1) * stride + bit * cell + (cell >> 1);
    index |= (luma[at] ?? 0) > 120 ? 1 << bit : 0;
  }
  return index;
}

/** Chroma of the test frame. */
export function chromaAt(
  plane: 1 | 2,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  return plane === 1 ? 100 + Math.round((56 * x) / width) : 160 - Math.round((64 * y) / height);
}

/** Writes a clip. */
export function makeClip(path: string, spec: ClipSpec = {}): void {
  Log.setLevel(AV_LOG_QUIET);
  const container = new FormatContext();
  ok(container.allocOutputContext2(null, spec.container ?? 'mp4', path), 'container');
  const video = spec.video === null ? null : openVideo(spec.video ?? {});
  const audio = spec.audio === null || spec.audio === undefined ? null : openAudio(spec.audio);
  const tracks = [video, audio].filter((track) => track !== null);
  for (const track of tracks) {
    const stream = container.newStream();
    stream.timeBase = track.encoder.timeBase;
    ok(stream.codecpar.fromContext(track.encoder), 'parameters');
    if (track.statedRate !== undefined) {
      stream.avgFrameRate = new Rational(...track.statedRate);
    }
    const degrees = track.clockwiseDegrees;
    if (degrees !== 0) {
      stream.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, displayMatrix(degrees));
    }
    track.stream = stream;
  }
  ok(container.openOutputSync(), 'open');
  ok(container.writeHeaderSync(), 'header');
  const packet = new Packet();
  packet.alloc();
  for (const track of tracks) {
    for (const frame of track.frames()) {
      ok(track.encoder.sendFrameSync(frame), 'encode');
      frame.free();
      drain(track, container, packet);
    }
    ok(track.encoder.sendFrameSync(null), 'flush');
    drain(track, container, packet);
    track.encoder.freeContext();
  }
  ok(container.writeTrailerSync(), 'trailer');
  packet.free();
  container.closeOutputSync();
  container.freeContext();
}

interface Track {
  readonly encoder: CodecContext;
  readonly clockwiseDegrees: number;
  readonly statedRate?: ClipVideo['statedRate'] | undefined;
  readonly frames: () => Generator<Frame>;
  stream: Stream | null;
}

function drain(track: Track, container: FormatContext, packet: Packet): void {
  while (track.encoder.receivePacketSync(packet) >= 0) {
    packet.streamIndex = track.stream?.index ?? 0;
    if (track.statedRate !== undefined) {
      packet.duration = 0n;
    }
    packet.rescaleTs(track.encoder.timeBase, track.stream?.timeBase ?? { num: 1, den: 1 });
    ok(container.interleavedWriteFrameSync(packet), 'write');
  }
}

function openVideo(video: ClipVideo): Track {
  const { codec = 'libx264', width = 160, height = 96, timeBase = [1, 30] } = video;
  const format = pixelFormats[video.pixelFormat ?? 'yuv420p'];
  const encoder = openEncoder(codec);
  encoder.width = width;
  encoder.height = height;
  encoder.pixelFormat = format.id;
  encoder.timeBase = new Rational(timeBase[0], timeBase[1]);
  encoder.framerate = new Rational(30, 1);
  encoder.gopSize = video.gop ?? 30;
  encoder.threadCount = 1;
  if (video.pixelFormat === 'yuvj420p') {
    encoder.colorRange = AVCOL_RANGE_JPEG;
  }
  if (video.hdr !== undefined) {
    encoder.colorSpace = AVCOL_SPC_BT2020_NCL;
    encoder.colorPrimaries = AVCOL_PRI_BT2020;
    encoder.colorTrc = video.hdr === 'pq' ? AVCOL_TRC_SMPTE2084 : AVCOL_TRC_ARIB_STD_B67;
  }
  if (video.pixelAspect !== undefined) {
    encoder.sampleAspectRatio = new Rational(video.pixelAspect[0], video.pixelAspect[1]);
  }
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_FRAME_DURATION);
  for (const [name, value] of Object.entries({ ...quick[codec], ...video.options })) {
    encoder.setOption(name, value);
  }
  ok(encoder.open2Sync(), `open ${codec}`);
  const times = video.times ?? Array.from({ length: video.frames ?? 30 }, (_, index) => index);
  return {
    encoder,
    clockwiseDegrees: video.clockwiseDegrees ?? 0,
    statedRate: video.statedRate,
    stream: null,
    *frames() {
      let first: Frame | null = null;
      for (const [index, time] of times.entries()) {
        if (first !== null) {
          first.pts = BigInt(time);
          yield first.clone()!;
          continue;
        }
        const frame = new Frame();
        frame.alloc();
        frame.format = format.id;
        frame.width = width;
        frame.height = height;
        ok(frame.getBuffer(), 'frame');
        frame.pts = BigInt(time);
        frame.duration = BigInt((times[index + 1] ?? time + 1) - time);
        paint(frame, index, format);
        first = video.isStill === true ? frame.clone() : null;
        yield frame;
      }
      first?.free();
    },
  };
}

function paint(
  frame: Frame,
  index: number,
  format: { readonly depth: number; readonly chromaRows: number },
): void {
  const { width, height, data, linesize } = frame;
  const halfWidth = (width + 1) >> 1;
  const rows = format.chromaRows === 2 ? (height + 1) >> 1 : height;
  const shift = format.depth - 8;
  const put = (plane: number, x: number, y: number, value: number): void => {
    const stride = linesize[plane] ?? 0;
    if (shift === 0) {
      data![plane]![y * stride + x] = value;
    } else {
      data![plane]!.writeUInt16LE(value << shift, y * stride + x * 2);
    }
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      put(0, x, y, lumaAt(x, y, index, width, height));
    }
  }
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < halfWidth; x += 1) {
      put(1, x, y, chromaAt(1, x, y, halfWidth, rows));
      put(2, x, y, chromaAt(2, x, y, halfWidth, rows));
    }
  }
}

function openAudio(audio: ClipAudio): Track {
  const { codec = 'aac', sampleRateHz = 44_100, channels = 2, seconds = 1 } = audio;
  const format = audio.format ?? (codec.startsWith('pcm') || codec === 'flac' ? 's16' : 'fltp');
  const encoder = openEncoder(codec);
  encoder.sampleRate = sampleRateHz;
  encoder.channelLayout = avChannelLayoutDefault(channels);
  encoder.sampleFormat = {
    flt: AV_SAMPLE_FMT_FLT,
    fltp: AV_SAMPLE_FMT_FLTP,
    s16: AV_SAMPLE_FMT_S16,
  }[format];
  encoder.timeBase = new Rational(1, sampleRateHz);
  encoder.bitRate = 128_000n;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  encoder.strictStdCompliance = -2;
  ok(encoder.open2Sync(), `open ${codec}`);
  const offset = Math.round((audio.offsetSeconds ?? 0) * sampleRateHz);
  const total = Math.round(seconds * sampleRateHz);
  const step = encoder.frameSize || 1024;
  return {
    encoder,
    clockwiseDegrees: 0,
    stream: null,
    *frames() {
      for (let start = 0; start < total; start += step) {
        const count = Math.min(step, total - start);
        yield Frame.fromAudioBuffer(createTone({ start, count, channels, sampleRateHz, format }), {
          nbSamples: count,
          format: encoder.sampleFormat,
          sampleRate: sampleRateHz,
          channelLayout: avChannelLayoutDefault(channels),
          timeBase: { num: 1, den: sampleRateHz },
          pts: BigInt(offset + start),
        });
      }
    },
  };
}

function createTone(options: {
  readonly start: number;
  readonly count: number;
  readonly channels: number;
  readonly sampleRateHz: number;
  readonly format: 'flt' | 'fltp' | 's16';
}): Buffer {
  const { start, count, channels, sampleRateHz, format } = options;
  const samples = new Float32Array(count * channels);
  for (let channel = 0; channel < channels; channel += 1) {
    for (let index = 0; index < count; index += 1) {
      const at = format === 'fltp' ? channel * count + index : index * channels + channel;
      samples[at] = 0.5 * Math.sin((2 * Math.PI * 440 * (start + index)) / sampleRateHz);
    }
  }
  return format === 's16'
    ? Buffer.from(Int16Array.from(samples, (sample) => Math.round(sample * 32_767)).buffer)
    : Buffer.from(samples.buffer);
}

function openEncoder(name: string): CodecContext & { strictStdCompliance?: number } {
  const codec = Codec.findEncoderByName(name as unknown as FFEncoderCodec);
  if (codec === null) {
    throw new Error(`This FFmpeg has no encoder ${name}.`);
  }
  const context = new CodecContext();
  context.allocContext3(codec);
  return context;
}

function displayMatrix(clockwiseDegrees: number): Buffer {
  const turn = (clockwiseDegrees * Math.PI) / 180;
  const cos = Math.round(Math.cos(turn)) * 65_536;
  const sin = Math.round(Math.sin(turn)) * 65_536;
  const matrix = Buffer.alloc(36);
  for (const [index, value] of [cos, sin, 0, -sin, cos, 0, 0, 0, 1 << 30].entries()) {
    matrix.writeInt32LE(value, index * 4);
  }
  return matrix;
}

function ok(result: number, what: string): void {
  if (result < 0) {
    throw new Error(`FFmpeg refused: ${what} (${result}).`);
  }
}
