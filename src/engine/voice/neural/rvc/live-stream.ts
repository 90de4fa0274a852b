import { FRAME, RATE_HZ } from './frames.ts';
import { livePlan, type RvcVoice } from './rvc-voice.ts';

/** Live conversion of a voice: int16 at 16 kHz, as many samples out as in. */
export interface RvcLiveStream {
  /** Delay of the output in samples. */
  readonly latencySamples: number;
  /** Adds samples; due output is passed to the listener, now or after conversion. */
  push(samples: Int16Array<ArrayBuffer>): void;
  /** Passes the own voice through with the same latency, until called with false. */
  setBypass(isOn: boolean): void;
}

/** Receives the output. */
export interface RvcLiveListener {
  /** Receives as many samples as the corresponding `push` had, in order. */
  onAudio(samples: Int16Array<ArrayBuffer>): void;
  /** Called on an error; no output follows. */
  onFailure(error: unknown): void;
}

const FULL_SCALE = 32_768;
/** Fade of the bypass: 10 ms. */
const FADE = 160;

/** Opens a stream; `load` is the work per second of speech, see `measure-rvc.ts`. */
export function openRvcLiveStream(
  voice: RvcVoice,
  load: number,
  listener: RvcLiveListener,
): RvcLiveStream {
  return new LiveStream(voice, load, listener);
}

class LiveStream implements RvcLiveStream {
  readonly latencySamples: number;
  readonly #listener: RvcLiveListener;
  readonly #convert: (samples: Float32Array) => Promise<Float32Array[]>;
  readonly #changed = new SampleQueue();
  readonly #own = new SampleQueue();
  /** Lengths of output still due, in order. */
  readonly #owed: number[] = [];
  #waiting: Float32Array[] = [];
  #isBusy = false;
  #isOver = false;
  #bypass = 0;
  #wantedBypass = 0;

  constructor(voice: RvcVoice, load: number, listener: RvcLiveListener) {
    const stream = voice.openStream(livePlan, {}, RATE_HZ);
    this.#listener = listener;
    this.#convert = (samples) => stream.push(samples);
    // The output of a block is available after its processing time, during which input continues.
    const workFrames = Math.ceil(livePlan.blockFrames * Math.min(1, load));
    this.latencySamples = (stream.latencyFrames + workFrames) * FRAME;
    this.#changed.add(new Float32Array(this.latencySamples));
    this.#own.add(new Float32Array(this.latencySamples));
  }

  push(samples: Int16Array<ArrayBuffer>): void {
    const floats = Float32Array.from(samples, (sample) => sample / FULL_SCALE);
    this.#own.add(floats);
    this.#waiting.push(floats);
    this.#owed.push(samples.length);
    this.#give();
    if (!this.#isBusy) {
      void this.#work();
    }
  }

  setBypass(isOn: boolean): void {
    this.#wantedBypass = isOn ? 1 : 0;
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    try {
      while (this.#waiting.length > 0 && !this.#isOver) {
        const parts = this.#waiting;
        this.#waiting = [];
        for (const part of parts) {
          for (const block of await this.#convert(part)) {
            this.#changed.add(block);
          }
        }
        this.#give();
      }
    } catch (error) {
      this.#isOver = true;
      this.#listener.onFailure(error);
    } finally {
      this.#isBusy = false;
    }
  }

  #give(): void {
    for (;;) {
      const [count] = this.#owed;
      if (count === undefined || count > this.#changed.length || this.#isOver) {
        return;
      }
      this.#owed.shift();
      this.#listener.onAudio(this.#mix(this.#changed.push(count), this.#own.push(count)));
    }
  }

  #mix(changed: Float32Array, own: Float32Array): Int16Array<ArrayBuffer> {
    const output = new Int16Array(changed.length);
    for (let index = 0; index < output.length; index += 1) {
      const gap = this.#wantedBypass - this.#bypass;
      this.#bypass += Math.sign(gap) * Math.min(Math.abs(gap), 1 / FADE);
      const value = changed[index]! + (own[index]! - changed[index]!) * this.#bypass;
      const whole = Math.round(value * FULL_SCALE);
      output[index] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, whole));
    }
    return output;
  }
}

/** FIFO of samples. */
class SampleQueue {
  readonly #parts: Float32Array[] = [];
  length = 0;

  add(samples: Float32Array): void {
    if (samples.length > 0) {
      this.#parts.push(samples);
      this.length += samples.length;
    }
  }

  push(count: number): Float32Array {
    const output = new Float32Array(count);
    let at = 0;
    while (at < count) {
      const part = this.#parts[0]!;
      const used = part.subarray(0, count - at);
      output.set(used, at);
      at += used.length;
      if (used.length === part.length) {
        this.#parts.shift();
      } else {
        this.#parts[0] = part.subarray(used.length);
      }
    }
    this.length -= count;
    return output;
  }
}
