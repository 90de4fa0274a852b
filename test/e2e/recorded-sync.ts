import type { Page } from '@playwright/test';
import { readAudio } from '../../src/engine/io/audio/audio-reader.ts';
import { toCodeArea, decodeDelay } from '../../src/renderer/live/canvas/time-code.ts';
import { decodeClip } from '../media/support/decode-clip.ts';

/** Audio-video synchronisation of a recording. */
export interface Sync {
  /** Delay of the audio relative to the video, in milliseconds; negative when the audio is early. */
  readonly soundLateMs: number;
  readonly frames: number;
  readonly beeps: number;
}

/**
 * Replaces every microphone by one that beeps now and then, until the page closes. Its audio is computed from the clock
 * of the page, so that on a busy machine it is late but not wrong.
 */
export function beepIntoMicrophone(page: Page): Promise<void> {
  return page.evaluate(() => {
    type Mouth = MediaStreamTrack & { readonly writable: WritableStream<AudioData> };
    const beeps: number[] = [];
    Reflect.set(globalThis, 'beeps', beeps);
    const Generator = Reflect.get(globalThis, 'MediaStreamTrackGenerator') as new (options: {
      kind: 'audio';
    }) => Mouth;
    const mouth = new Generator({ kind: 'audio' });
    const writer = mouth.writable.getWriter();
    const [rate, length, beepMs] = [48_000, 480, 120];
    let nextMs = Math.ceil(performance.now());
    let beepAtMs = nextMs + 500;
    const say = (): void => {
      for (; nextMs + 10 <= performance.now(); nextMs += 10) {
        const samples = new Float32Array(length);
        for (let at = 0; at < length; at += 1) {
          const sinceMs = nextMs + (1000 * at) / rate - beepAtMs;
          // A saw tooth of 160 Hz.
          samples[at] = sinceMs < 0 ? 0 : 0.4 * (((sinceMs * 0.32) % 2) - 1);
          if (sinceMs >= beepMs) {
            beeps.push(beepAtMs);
            // Uneven intervals, so that no beep is confused with another.
            beepAtMs += 700 + 100 * (beeps.length % 4);
          }
        }
        const sound = new AudioData({
          format: 'f32-planar',
          sampleRate: rate,
          numberOfChannels: 1,
          numberOfFrames: length,
          timestamp: nextMs * 1000,
          data: samples,
        });
        void writer.write(sound);
      }
    };
    setInterval(say, 5);
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) =>
      wanted?.audio === undefined ? ask(wanted) : new MediaStream([mouth.clone()]);
  });
}

/** Reads the times of the microphone's beeps, on the clock of the page. */
export function readBeeps(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => Reflect.get(globalThis, 'beeps') as number[]);
}

/**
 * Compares the time codes in the frames of a recording with its beeps: returns the lag within a second that most beeps
 * confirm. The frames are the negative of the drawn ones.
 */
export async function measureSync(path: string, beepsMs: readonly number[]): Promise<Sync> {
  const places: number[] = [];
  for await (const { frame, timestampUs } of decodeClip(path)) {
    const { width, height } = toCodeArea(frame.height);
    const pixels = new Uint8ClampedArray(4 * width * height);
    for (let at = 0; at < width * height; at += 1) {
      const luma = frame.y[Math.floor(at / width) * frame.strideY + (at % width)] ?? 0;
      pixels[4 * at + 1] = 255 - luma;
    }
    const place = decodeDelay(pixels, frame.height, timestampUs / 1000);
    if (place !== null) {
      places.push(place > 2 ** 22 ? place - 2 ** 23 : place);
    }
  }
  const pictureMs = computeMiddle(places);
  const onsets = await findOnsets(path);
  const lates = beepsMs
    .flatMap((beepMs) => onsets.map((onsetMs) => onsetMs - beepMs - pictureMs))
    .filter((lateMs) => Math.abs(lateMs) < 1000);
  const agreeing = (lateMs: number): number[] =>
    lates.filter((other) => Math.abs(other - lateMs) < 40);
  const [beeps = []] = lates.map(agreeing).toSorted((a, b) => b.length - a.length);
  return { soundLateMs: computeMiddle(beeps), frames: places.length, beeps: beeps.length };
}

/** Finds onsets of audio after silence, in milliseconds from the beginning of the file. */
async function findOnsets(path: string): Promise<readonly number[]> {
  const onsets: number[] = [];
  let quietMs = 0;
  for await (const { channels, timestampUs } of readAudio(path, {
    sampleRateHz: 48_000,
    channels: 1,
  })) {
    for (const [at, sample] of (channels[0] ?? []).entries()) {
      if (Math.abs(sample) < 0.05) {
        quietMs += 1 / 48;
      } else {
        if (quietMs > 200) {
          onsets.push(timestampUs / 1000 + at / 48);
        }
        quietMs = 0;
      }
    }
  }
  return onsets;
}

function computeMiddle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
