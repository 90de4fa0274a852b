import type { WireError } from '../../../base/errors.ts';
import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';

/** Conversion settings of a stream. */
export interface VoiceSettings {
  /** 0..1: how much of the target is taken on. */
  readonly strength?: number | undefined;
  /** True when the own voice passes unchanged. */
  readonly bypass?: boolean | undefined;
  /** True when noise is suppressed before the conversion; `voiceGate`: everything but speech is silenced. */
  readonly noiseSuppression?: boolean | undefined;
  readonly voiceGate?: boolean | undefined;
}

/**
 * Messages to the conversion thread. Streams are identified by numbers; a stream's messages keep their order.
 */
export type ChangerCall =
  | {
      readonly kind: 'open';
      readonly stream: number;
      readonly target: VoiceTarget;
      readonly settings: VoiceSettings;
    }
  /** Memory of the samples is the thread's from now on. */
  | { readonly kind: 'audio'; readonly stream: number; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'set'; readonly stream: number; readonly settings: VoiceSettings }
  | { readonly kind: 'close'; readonly stream: number };

/** Messages from the conversion thread. */
export type ChangerAnswer =
  /** Once, when the thread can take calls. */
  | { readonly kind: 'up' }
  | { readonly kind: 'opened'; readonly stream: number; readonly latencyMs: number }
  /** A setting changed it. */
  | { readonly kind: 'latency'; readonly stream: number; readonly latencyMs: number }
  /** Converted samples, as many as in the input, in the same buffer. */
  | { readonly kind: 'audio'; readonly stream: number; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly stream: number; readonly error: WireError };
