import { DEVICE_RATE_HZ } from '../../base/voice/low-pass.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { MICROPHONE_NAME, type SoundTest } from '../../contract/sound-devices.ts';
import type { PulseConnection } from './pulse/pulse-connection.ts';
import { openPlaybackStream, openRecordStream } from './pulse/pulse-streams.ts';
import { MICROPHONE_SINK } from './pulse/virtual-microphone.ts';

/** No voice sustains such a tone for this long. */
const TONE_HZ = 3150;
const TONE_LEVEL = 0.1;
const TONE_SAMPLES = 9600;
/** The tone is searched in stretches of 5 ms, which hold no whole number of another program's periods. */
const STEP = 240;
/** An unused output plays two seconds at once at first. */
const SETTLE_SAMPLES = 2.2 * DEVICE_RATE_HZ;
/** The tone has to be within 20 dB of the played level. */
const HEARD = TONE_LEVEL / 10;
const MAX_MS = 5000;

/** Plays a soft tone of 0.2 s into the virtual microphone and reads it back, as another program would. */
export async function testMicrophone(connection: PulseConnection): Promise<SoundTest> {
  let playedMs: number | null = null;
  let tone: { readonly atMs: number; level: number } | null = null;
  let played = 0;
  const finder = new ToneFinder((level) => {
    if (playedMs !== null && level > HEARD) {
      tone ??= { atMs: performance.now(), level };
      tone.level = Math.max(tone.level, level);
    }
  });
  const reader = await openRecordStream(connection, {
    device: MICROPHONE_NAME,
    fragmentMs: 5,
    onSamples: (samples) => finder.push(samples),
    onEnded: () => undefined,
  });
  const fill = (samples: Float32Array): void => {
    for (let index = 0; index < samples.length; index += 1) {
      const position = played - SETTLE_SAMPLES;
      const isTone = position >= 0 && position < TONE_SAMPLES;
      playedMs ??= isTone ? performance.now() : null;
      samples[index] = isTone ? toTone(position) : 0;
      played += 1;
    }
  };
  const isOver = (): boolean => tone !== null && played > SETTLE_SAMPLES + 2 * TONE_SAMPLES;
  try {
    await playUntil(connection, fill, isOver);
  } finally {
    reader.close();
  }
  return toResult(playedMs, tone);
}

/** Plays into the virtual microphone until the end, or the time limit. */
async function playUntil(
  connection: PulseConnection,
  fill: (samples: Float32Array) => void,
  isOver: () => boolean,
): Promise<void> {
  const player = await openPlaybackStream(connection, {
    device: MICROPHONE_SINK,
    name: 'Self-test',
    bufferMs: 20,
    fill,
    onUnderflow: () => undefined,
    onEnded: () => undefined,
  });
  const endMs = performance.now() + MAX_MS;
  while (performance.now() < endMs && !isOver()) {
    await sleep(20);
  }
  player.close();
}

function toResult(
  playedMs: number | null,
  tone: { readonly atMs: number; readonly level: number } | null,
): SoundTest {
  if (playedMs === null || tone === null) {
    return { isHeard: false, delayMs: null, levelDb: null };
  }
  const levelDb = 20 * Math.log10(tone.level / TONE_LEVEL);
  return { isHeard: true, delayMs: tone.atMs - playedMs, levelDb };
}

/** The tone, faded at both ends. */
function toTone(position: number): number {
  const fade = Math.min(1, position / STEP, (TONE_SAMPLES - position) / STEP);
  return TONE_LEVEL * fade * Math.sin((2 * Math.PI * TONE_HZ * position) / DEVICE_RATE_HZ);
}

/** Measures the tone in each stretch: the Goertzel algorithm. */
class ToneFinder {
  readonly #onLevel: (level: number) => void;
  readonly #factor = 2 * Math.cos((2 * Math.PI * TONE_HZ) / DEVICE_RATE_HZ);
  #one = 0;
  #two = 0;
  #count = 0;

  constructor(onLevel: (level: number) => void) {
    this.#onLevel = onLevel;
  }

  push(samples: Float32Array): void {
    for (const sample of samples) {
      const next = sample + this.#factor * this.#one - this.#two;
      this.#two = this.#one;
      this.#one = next;
      this.#count += 1;
      if (this.#count === STEP) {
        const power = this.#one ** 2 + this.#two ** 2 - this.#factor * this.#one * this.#two;
        this.#onLevel((2 * Math.sqrt(Math.max(0, power))) / STEP);
        this.#one = 0;
        this.#two = 0;
        this.#count = 0;
      }
    }
  }
}
