import { isVoiceChunk, parseVoiceMessage } from './voice-message.ts';
import { DropoutDetector } from './dropout-detector.ts';
import type { PipelineStats } from './pipeline-stats.ts';
import { DEVICE_RATE_HZ, FILTER_TAPS, RATE_RATIO, PIPELINE_RATE_HZ } from './low-pass.ts';
import { DryDelay } from './dry-delay.ts';
import { BUFFER_BLOCK, JitterBuffer } from './jitter-buffer.ts';
import { Downsampler, Upsampler } from './resampler.ts';

/** Samples of a chunk sent to the service. */
export const CHUNK = 320;
/** Their length in time. */
export const CHUNK_MS = (1000 * CHUNK) / PIPELINE_RATE_HZ;

/** 5 ms. */
const GATE_RAMP = 240;
/** Interval of the statistics, in samples. */
const FACTS_EVERY = DEVICE_RATE_HZ / 20;
/** Delay of both filters, in samples at the voice rate. */
const FILTERS = FILTER_TAPS / RATE_RATIO;

/** Options of a pipeline. */
export interface PipelineOptions {
  /** Samples of a chunk sent to the service. */
  readonly chunk?: number | undefined;
  /**
   * `same`, the default: microphone and output share a clock, and `process` is called. `other`: they do not, and
   * `capture` and `render` are called.
   */
  readonly clock?: 'same' | 'other' | undefined;
}

/** Events of a pipeline. */
export interface PipelineEvents {
  /** A piece of audio for the service; its memory is used again. */
  readonly onChunk: (samples: Int16Array) => void;
  readonly onFacts: (facts: PipelineStats) => void;
}

/**
 * Device-independent part of the voice changer: takes microphone audio at the device rate, sends chunks to the
 * service, and plays the chunks that come back. Samples are counted at both ends, which measures the delay; the
 * jitter buffer evens out clock differences. Allocates nothing while it runs except the statistics.
 */
export class VoicePipeline {
  readonly #events: PipelineEvents;
  readonly #down = new Downsampler();
  readonly #up = new Upsampler();
  readonly #player = new JitterBuffer();
  readonly #own: DryDelay;
  readonly #dropouts = new DropoutDetector();
  readonly #chunk: Int16Array<ArrayBuffer>;
  readonly #block = new Float32Array(BUFFER_BLOCK);
  #chunkLength = 0;
  #blockAt = BUFFER_BLOCK;
  #phase = 0;
  /** Closed at first: what is muted now must not be heard while the audio is opened again. */
  #isOpen = false;
  #gate = 0;
  #isStreaming = false;
  /** Microphone samples sent to the service since the stream began. */
  #reported = 0;
  #latency = 0;
  #gapsBefore = 0;
  #stretchedBefore = 0;
  #droppedBefore = 0;
  #inPeak = 0;
  #outPeak = 0;
  #untilFacts = FACTS_EVERY;

  constructor(events: PipelineEvents, { chunk = CHUNK, clock = 'same' }: PipelineOptions = {}) {
    this.#events = events;
    this.#own = new DryDelay(clock);
    this.#chunk = new Int16Array(chunk);
  }

  /** Handles a message of main: audio, or a change of its state. */
  receive(message: unknown): void {
    if (isVoiceChunk(message)) {
      if (this.#isStreaming) {
        this.#player.push(message);
      }
      return;
    }
    const known = parseVoiceMessage(message);
    if (known?.kind === 'begin') {
      this.#begin(known.latencyMs);
    } else if (known?.kind === 'latency') {
      this.#latency = toSamples(known.latencyMs);
    } else if (known?.kind === 'skipped') {
      this.#reported -= known.samples;
    } else if (known?.kind === 'end') {
      this.#isStreaming = false;
    }
  }

  /** Additional delay in ms of the microphone's audio, caused by dropouts. */
  get missedMs(): number {
    return (1000 * this.#dropouts.late) / DEVICE_RATE_HZ;
  }

  /** Lets the microphone through, or silences it, as at the start. */
  open(isOpen: boolean): void {
    this.#isOpen = isOpen;
  }

  bypass(isOn: boolean): void {
    const delay = this.#player.isPlaying ? this.#delay() + this.#latency + FILTERS : 0;
    this.#own.turn(isOn, delay);
  }

  /** Processes microphone samples and returns as many; without a microphone there are none. */
  process(input: Float32Array | undefined, output: Float32Array): void {
    const isDropout = input !== undefined && this.#dropouts.isDropout(input);
    if (isDropout) {
      this.#miss(input);
    }
    for (let index = 0; index < output.length; index += 1) {
      this.#meter(input?.[index] ?? 0, isDropout);
      output[index] = this.#next();
    }
    this.#countFacts(output.length);
  }

  /** Adds samples of a microphone whose clock differs from the output's. */
  capture(input: Float32Array): void {
    const isDropout = this.#dropouts.isDropout(input);
    if (isDropout) {
      this.#miss(input);
    }
    for (let index = 0; index < input.length; index += 1) {
      this.#meter(input[index] ?? 0, isDropout);
    }
  }

  /** Renders the next samples for an output whose clock differs from the microphone's. */
  render(output: Float32Array): void {
    for (let index = 0; index < output.length; index += 1) {
      output[index] = this.#next();
    }
    this.#countFacts(output.length);
  }

  /** Skips samples during which the output stood still, so that the delay does not grow. */
  skip(samples: number): void {
    this.#own.skip(samples);
    const missed = Math.round(samples / RATE_RATIO);
    this.#player.skip(missed, this.#reported + missed);
  }

  /** Accounts for a change of the output's buffer by `samples`: no chunk is late because of it. */
  deepen(samples: number): void {
    this.#player.miss(Math.round(samples / RATE_RATIO));
  }

  #miss(input: Float32Array): void {
    if (this.#isStreaming) {
      this.#player.miss(input.length / RATE_RATIO);
    }
  }

  #next(): number {
    const sample = this.#own.blend(this.#play());
    this.#outPeak = Math.max(this.#outPeak, Math.abs(sample));
    return sample;
  }

  #countFacts(played: number): void {
    this.#untilFacts -= played;
    if (this.#untilFacts <= 0) {
      this.#untilFacts += FACTS_EVERY;
      this.#report();
    }
  }

  #meter(raw: number, isDropout: boolean): void {
    const step = this.#isOpen ? 1 / GATE_RAMP : -1 / GATE_RAMP;
    this.#gate = Math.min(1, Math.max(0, this.#gate + step));
    const sample = raw * this.#gate;
    this.#inPeak = Math.max(this.#inPeak, Math.abs(raw));
    this.#own.push(sample);
    // Speech continues at its old position: the player bridges the loss.
    if (!isDropout && this.#down.push(sample) && this.#isStreaming) {
      const value = Math.round(this.#down.read() * 32_767);
      this.#chunk[this.#chunkLength] = Math.max(-32_768, Math.min(32_767, value));
      this.#chunkLength += 1;
      this.#reported += 1;
      if (this.#chunkLength === this.#chunk.length) {
        this.#chunkLength = 0;
        this.#events.onChunk(this.#chunk);
      }
    }
  }

  #play(): number {
    if (this.#phase === 0) {
      if (this.#blockAt === BUFFER_BLOCK) {
        this.#player.play(this.#block);
        this.#blockAt = 0;
      }
      this.#up.push(this.#block[this.#blockAt] ?? 0);
      this.#blockAt += 1;
    }
    const sample = this.#up.read(this.#phase);
    this.#phase = this.#phase === RATE_RATIO - 1 ? 0 : this.#phase + 1;
    return sample;
  }

  #begin(latencyMs: number): void {
    this.#latency = toSamples(latencyMs);
    this.#isStreaming = true;
    this.#chunkLength = 0;
    this.#reported = 0;
    this.#gapsBefore = this.#player.gaps;
    this.#stretchedBefore = this.#player.stretched;
    this.#droppedBefore = this.#player.dropped;
    this.#player.reset();
  }

  /** Microphone samples that have not been played yet. */
  #delay(): number {
    return this.#reported - this.#player.consumed + BUFFER_BLOCK - this.#blockAt;
  }

  #report(): void {
    const toMs = (samples: number): number => (1000 * samples) / PIPELINE_RATE_HZ;
    this.#events.onFacts({
      inPeak: this.#inPeak,
      outPeak: this.#outPeak,
      isStreaming: this.#isStreaming,
      isPlaying: this.#player.isPlaying,
      delayMs: toMs(this.#delay() + FILTERS),
      gaps: this.#player.gaps - this.#gapsBefore,
      stretchedMs: toMs(this.#player.stretched - this.#stretchedBefore),
      droppedMs: toMs(this.#player.dropped - this.#droppedBefore),
    });
    this.#inPeak = 0;
    this.#outPeak = 0;
  }
}

function toSamples(ms: number): number {
  return (ms * PIPELINE_RATE_HZ) / 1000;
}
