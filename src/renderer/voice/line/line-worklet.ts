/** The audio thread: loaded as a module of its own, see `voice-audio.ts`. */
import { VoiceLine } from './line.ts';
import { type LineClock, type LineFacts, lineProcessor, type ToLine } from './line-messages.ts';

// The typings know nothing of this scope.
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
/** Seconds of sound since the context began. */
declare const currentTime: number;
declare function registerProcessor(
  name: string,
  processor: new () => AudioWorkletProcessor & {
    process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
  },
): void;

registerProcessor(
  lineProcessor,
  class extends AudioWorkletProcessor {
    #way: MessagePort | null = null;
    #lateMs = Number.POSITIVE_INFINITY;
    readonly #line = new VoiceLine({
      onChunk: (samples) => {
        this.#way?.postMessage(samples);
      },
      onFacts: (facts) => {
        const told: LineFacts & LineClock = { ...facts, lateMs: this.#lateMs };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
        this.port.postMessage(told);
        this.#lateMs = Number.POSITIVE_INFINITY;
      },
    });

    constructor() {
      super();
      this.port.addEventListener('message', ({ data, ports }: MessageEvent<ToLine>) => {
        if (data.kind === 'open') {
          this.#line.open(data.isOpen);
        } else if (data.kind === 'bypass') {
          this.#line.bypass(data.isOn);
        } else if (ports[0] !== undefined) {
          this.#way = ports[0];
          this.#way.addEventListener('message', (event: MessageEvent<unknown>) => {
            this.#line.take(event.data);
          });
          this.#way.start();
        }
      });
      this.port.start();
    }

    process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
      const lateMs = Date.now() - 1000 * currentTime + this.#line.missedMs;
      this.#lateMs = Math.min(this.#lateMs, lateMs);
      const output = outputs[0]?.[0];
      if (output !== undefined) {
        this.#line.process(inputs[0]?.[0], output);
      }
      return true;
    }
  },
);
