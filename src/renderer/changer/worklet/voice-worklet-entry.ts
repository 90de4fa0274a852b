/** The audio thread: loaded as a module of its own, see `voice-audio.ts`. */
import type { PipelineStats } from '../../../base/voice/pipeline-stats.ts';
import { VoicePipeline } from '../../../base/voice/voice-pipeline.ts';
import { type PipelineClock, pipelineProcessor, type ToPipeline } from './worklet-messages.ts';

// The type definitions do not include this scope.
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
/** Audio time in seconds since the context was created. */
declare const currentTime: number;
declare function registerProcessor(
  name: string,
  processor: new () => AudioWorkletProcessor & {
    process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
  },
): void;

registerProcessor(
  pipelineProcessor,
  class extends AudioWorkletProcessor {
    #socketPort: MessagePort | null = null;
    #lateMs = Number.POSITIVE_INFINITY;
    readonly #pipeline = new VoicePipeline({
      onChunk: (samples) => {
        this.#socketPort?.postMessage(samples);
      },
      onFacts: (facts) => {
        const message: PipelineStats & PipelineClock = { ...facts, lateMs: this.#lateMs };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
        this.port.postMessage(message);
        this.#lateMs = Number.POSITIVE_INFINITY;
      },
    });

    constructor() {
      super();
      this.port.addEventListener('message', ({ data, ports }: MessageEvent<ToPipeline>) => {
        if (data.kind === 'open') {
          this.#pipeline.open(data.isOpen);
        } else if (data.kind === 'bypass') {
          this.#pipeline.bypass(data.isOn);
        } else if (ports[0] !== undefined) {
          this.#socketPort = ports[0];
          this.#socketPort.addEventListener('message', (event: MessageEvent<unknown>) => {
            this.#pipeline.receive(event.data);
          });
          this.#socketPort.start();
        }
      });
      this.port.start();
    }

    process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
      const lateMs = Date.now() - 1000 * currentTime + this.#pipeline.missedMs;
      this.#lateMs = Math.min(this.#lateMs, lateMs);
      const output = outputs[0]?.[0];
      if (output !== undefined) {
        this.#pipeline.process(inputs[0]?.[0], output);
      }
      return true;
    }
  },
);
