/**
 * Path of a voice outside of the browser:
 *
 *   microphone ─▶ pipeline ─▶ audio socket ─▶ main, service ─▶ audio socket ─▶ pipeline ─┬─▶ virtual microphone
 *   (sound server)                                                                      └─▶ the user's own ears
 *
 * The virtual microphone's clock draws the samples; the others follow it.
 */
import { DEVICE_SAMPLES_PER_MS, PIPELINE_RATE_HZ } from '../../base/voice/low-pass.ts';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { PipelineStats } from '../../base/voice/pipeline-stats.ts';
import { VoicePipeline } from '../../base/voice/voice-pipeline.ts';
import type { SoundMix, SoundReport } from '../../contract/sound-devices.ts';
import { type AudioSocket, openAudioSocket } from './audio-socket.ts';
import { PlaybackBuffer } from './playback-buffer.ts';
import type { PulseConnection } from './pulse/pulse-connection.ts';
import { listSoundDevices } from './pulse/pulse-devices.ts';
import {
  openPlaybackStream,
  openRecordStream,
  type PlaybackStream,
  type SoundStream,
} from './pulse/pulse-streams.ts';
import { isOwnName, MICROPHONE_SINK, removeOwn } from './pulse/virtual-microphone.ts';
import { OutputBus } from './output-bus.ts';

/** Half of the page's chunk: a chunk has to be complete before it is sent. */
const CHUNK = 160;
/** Size of the fragments that the sound server delivers from a microphone. */
const FRAGMENT_MS = 5;
/** The user's own ears are in no hurry. */
const MONITOR_BUFFER_MS = 40;

/** Measurements of a route; the rest of a report belongs to its process. */
export type RouteReport = Omit<SoundReport, 'realtime'>;

/** Dependencies of a route. */
export interface RouteOptions {
  /** The connection to the sound server. */
  readonly connect: () => Promise<PulseConnection>;
  readonly socketUrl: string;
  /** Null for the system's own microphone. */
  readonly input: string | null;
  readonly mix: SoundMix;
  readonly onReport: (report: RouteReport) => void;
  /** A device that is needed was unplugged. */
  readonly onEnded: (error: AppError) => void;
}

/** See the head of the file. Open it, and close it. It can be mixed before it is open. */
export class MicrophoneRoute {
  readonly #options: RouteOptions;
  readonly #pipeline: VoicePipeline;
  readonly #out = new OutputBus('same');
  readonly #ears = new OutputBus('other');
  readonly #buffer = new PlaybackBuffer();
  readonly #socket: AudioSocket;
  #record: SoundStream | null = null;
  #playback: PlaybackStream | null = null;
  #monitor: { readonly output: string | null; readonly stream: SoundStream } | null = null;
  readonly #mixing = new SerialQueue();
  #underflows = 0;
  #isClosed = false;
  #inputName = '';

  constructor(options: RouteOptions) {
    this.#options = options;
    this.#pipeline = new VoicePipeline(
      {
        onChunk: (samples) => this.#socket.send(samples),
        onFacts: (facts) => this.#report(facts),
      },
      { chunk: CHUNK, clock: 'other' },
    );
    this.#socket = openAudioSocket(options.socketUrl, (message) => this.#pipeline.receive(message));
  }

  /**
   * Opens the route. Throws `not_found` when there is no microphone, or it cannot be opened. It has to be closed in
   * that case too.
   */
  async open(): Promise<void> {
    // Without its monitor the user only does not hear themselves, and the next mix reports it.
    await this.mix(this.#options.mix).catch(ignoreMissing);
    const { connect, input } = this.#options;
    const connection = await connect();
    this.#inputName = input ?? (await findInput(connection));
    if (isOwnName(this.#inputName)) {
      throw new AppError('invalid_input', 'The virtual microphone cannot be its own microphone.');
    }
    this.#playback = await openPlaybackStream(connection, {
      device: MICROPHONE_SINK,
      name: 'Changed voice',
      bufferMs: this.#buffer.ms,
      fill: (samples) => this.#fill(samples),
      onUnderflow: (missed) => this.#ranOut(missed),
      onEnded: () => this.#end('The virtual microphone was removed.'),
    });
    this.#record = await openRecordStream(connection, {
      device: this.#inputName,
      fragmentMs: FRAGMENT_MS,
      onSamples: (samples) => this.#pipeline.capture(samples),
      onEnded: () => this.#end('The microphone was unplugged.'),
    });
  }

  /** Changes the output settings. Throws `not_found` when the monitor output is gone. */
  async mix({ isOpen, isBypassed, output, monitor }: SoundMix): Promise<void> {
    this.#pipeline.open(isOpen);
    this.#pipeline.bypass(isBypassed);
    this.#out.change(output);
    if (monitor !== null) {
      this.#ears.change(monitor);
    }
    await this.#mixing.run(() => this.#listen(monitor === null ? undefined : monitor.output));
  }

  /** A repeated call closes what was opened meanwhile. */
  close(): void {
    this.#isClosed = true;
    this.#socket.close();
    for (const stream of [this.#record, this.#playback, this.#monitor?.stream]) {
      stream?.close();
    }
    this.#record = null;
    this.#playback = null;
    this.#monitor = null;
  }

  #fill(samples: Float32Array): void {
    this.#pipeline.render(samples);
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index] ?? 0;
      this.#ears.push(sample);
      this.#out.push(sample);
      samples[index] = this.#out.read();
    }
    this.#resize(() => this.#buffer.shrink(performance.now()));
  }

  #ranOut(missed: number): void {
    this.#underflows += 1;
    this.#pipeline.skip(missed);
    this.#resize(() => this.#buffer.grow(performance.now()));
  }

  #resize(change: () => boolean): void {
    const before = this.#buffer.ms;
    if (change()) {
      this.#pipeline.deepen((this.#buffer.ms - before) * DEVICE_SAMPLES_PER_MS);
      this.#playback?.setBuffer(this.#buffer.ms);
    }
  }

  /** @param output undefined for none, null for the system's own. */
  async #listen(output: string | null | undefined): Promise<void> {
    if (this.#monitor?.output === output || this.#isClosed) {
      return;
    }
    this.#monitor?.stream.close();
    this.#monitor = null;
    if (output === undefined) {
      return;
    }
    const connection = await this.#options.connect();
    const stream = await openPlaybackStream(connection, {
      device: output ?? (await findOutput(connection)),
      name: 'Changed voice, for yourself',
      bufferMs: MONITOR_BUFFER_MS,
      fill: (samples) => {
        for (let index = 0; index < samples.length; index += 1) {
          samples[index] = this.#ears.read();
        }
      },
      onUnderflow: () => undefined,
      onEnded: () => {
        stream.close(); // Unplugged; the voice continues.
        this.#monitor = null;
      },
    });
    this.#monitor = { output, stream };
    if (this.#isClosed) {
      this.close();
    }
  }

  #report({ inPeak, isStreaming, isPlaying, delayMs, ...costs }: PipelineStats): void {
    this.#options.onReport({
      ...costs,
      inPeak,
      isStreaming,
      isPlaying,
      delayMs,
      outPeak: this.#out.drainPeak(),
      monitorPeak: this.#ears.drainPeak(),
      chunkMs: (1000 * CHUNK) / PIPELINE_RATE_HZ,
      deviceMs: (this.#record?.latencyMs ?? 0) + (this.#playback?.latencyMs ?? 0),
      underflows: this.#underflows,
      inputName: this.#inputName,
    });
  }

  #end(text: string): void {
    if (!this.#isClosed) {
      this.close();
      this.#options.onEnded(
        new AppError('not_found', text, { details: { device: this.#inputName } }),
      );
    }
  }
}

async function findInput(connection: PulseConnection): Promise<string> {
  const { inputs, defaultInput } = removeOwn(await listSoundDevices(connection));
  const name = inputs.find((input) => input.name === defaultInput)?.name ?? inputs[0]?.name;
  if (name === undefined) {
    throw new AppError('not_found', 'The sound server has no microphone.', {
      details: faultDetails('no_microphone'),
    });
  }
  return name;
}

async function findOutput(connection: PulseConnection): Promise<string> {
  const { outputs, defaultOutput } = removeOwn(await listSoundDevices(connection));
  const name = outputs.find((output) => output.name === defaultOutput)?.name ?? outputs[0]?.name;
  if (name === undefined) {
    throw new AppError('not_found', 'The sound server has no output to listen on.', {
      details: faultDetails('no_output'),
    });
  }
  return name;
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'not_found') {
    throw error;
  }
}
