/** Frames that flash and audio that beeps at the same times of the page's clock. */
export interface FlashAndBeep {
  readonly track: MediaStreamTrack;
  readonly sound: MediaStream;
  readonly hasSound: boolean;
  /** Delay of the audio relative to its frame. */
  readonly lateMs: number;
  readonly stop: () => void;
}

/** Source of the audio. */
export interface BeepSource {
  /**
   * `device`: timestamps count the samples of a device. `arrival`: timestamps are arrival times, as for microphones.
   * `context`: an oscillator of an AudioContext. `none`: no audio.
   */
  readonly kind: 'device' | 'arrival' | 'context' | 'none';
  /** By how many millionths the device runs fast. */
  readonly ppm: number;
}

const [rate, pieceLength] = [48_000, 480];
const [width, height, fps] = [320, 180, 30];
/** Uneven intervals, so that no beep is confused with another. */
const gapsMs = [700, 900, 800, 1_100, 1_000];
export const flashMs = 100;

/** A sound card delivers audio so late that a beep is known before its samples are created. */
const behindMs = 30;

type Generated = MediaStreamTrack & { readonly writable: WritableStream<unknown> };
const Generator = Reflect.get(globalThis, 'MediaStreamTrackGenerator') as new (options: {
  kind: 'audio' | 'video';
}) => Generated;

/** An output without a frame. */
export function openEmptyTrack(): MediaStreamTrack {
  return new Generator({ kind: 'video' });
}

/** Begins at once. */
export function openFlashAndBeep(source: BeepSource): FlashAndBeep {
  const picture = new Generator({ kind: 'video' });
  const frames = picture.writable.getWriter();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  const voice = source.kind === 'context' ? openContextVoice() : openDeviceVoice(source);
  let flashAtMs = performance.now() + 500;
  let flashes = 0;
  const draw = (): void => {
    if (context === null) {
      return;
    }
    const nowMs = performance.now();
    if (nowMs >= flashAtMs + flashMs) {
      flashes += 1;
      flashAtMs += gapsMs[flashes % gapsMs.length] ?? 1_000;
    } else if (nowMs >= flashAtMs && voice.lastMs() < flashAtMs) {
      flashAtMs = nowMs;
      voice.beep(nowMs);
    }
    context.fillStyle = nowMs >= flashAtMs ? '#fff' : '#000';
    context.fillRect(0, 0, width, height);
    // The second of the page, which shows how much of a file is missing.
    context.fillStyle = `rgb(${((nowMs / 20) % 256) | 0} 128 128)`;
    context.fillRect(0, height - 20, width, 20);
    void frames.write(new VideoFrame(canvas, { timestamp: Math.round(nowMs * 1000) }));
  };
  const timer = setInterval(draw, 1000 / fps);
  return {
    track: picture,
    sound: voice.stream,
    hasSound: source.kind !== 'none',
    lateMs: source.kind === 'context' ? 0 : behindMs,
    stop: () => {
      clearInterval(timer);
      voice.stop();
    },
  };
}

interface Voice {
  readonly stream: MediaStream;
  /** Beeps from a moment of the page's clock on, which has just passed. */
  readonly beep: (atMs: number) => void;
  readonly lastMs: () => number;
  readonly stop: () => void;
}

/** A sound card with its own clock: its samples are computed, so that on a busy machine they are late but not wrong. */
function openDeviceVoice({ kind, ppm }: BeepSource): Voice {
  const mouth = new Generator({ kind: 'audio' });
  const writer = mouth.writable.getWriter();
  const beginMs = performance.now();
  const samplesPerMs = (rate / 1000) * (1 + ppm / 1e6);
  let made = 0;
  let beepMs = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    const untilMs = performance.now() - behindMs;
    while (beginMs + (made + pieceLength) / samplesPerMs <= untilMs) {
      const data = Float32Array.from({ length: pieceLength }, (_, at) => {
        const sinceMs = beginMs + (made + at) / samplesPerMs - beepMs;
        return sinceMs >= 0 && sinceMs < flashMs ? 0.5 * Math.sin(2 * Math.PI * sinceMs) : 0;
      });
      made += pieceLength;
      const timestamp =
        kind === 'device' ? (made * 1e6) / rate : (performance.now() - behindMs) * 1000;
      void writer.write(
        new AudioData({
          format: 'f32-planar',
          sampleRate: rate,
          numberOfChannels: 1,
          numberOfFrames: pieceLength,
          timestamp: Math.round(timestamp),
          data,
        }),
      );
    }
  }, 5);
  return {
    stream: new MediaStream([mouth]),
    beep: (atMs) => {
      beepMs = atMs;
    },
    lastMs: () => beepMs,
    stop: () => clearInterval(timer),
  };
}

function openContextVoice(): Voice {
  const context = new AudioContext({ latencyHint: 'interactive' });
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const out = context.createMediaStreamDestination();
  gain.gain.value = 0;
  oscillator.frequency.value = 1000;
  oscillator.connect(gain).connect(out);
  oscillator.start();
  let beepMs = Number.NEGATIVE_INFINITY;
  return {
    stream: out.stream,
    beep: (atMs) => {
      beepMs = atMs;
      gain.gain.setValueAtTime(0.5, context.currentTime);
      gain.gain.setValueAtTime(0, context.currentTime + flashMs / 1000);
    },
    lastMs: () => beepMs,
    stop: () => void context.close(),
  };
}
