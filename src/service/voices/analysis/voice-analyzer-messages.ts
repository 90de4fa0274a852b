import type { WireError } from '../../../base/errors.ts';
import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';

/** To the thread that studies references and speaks samples: nothing that may hold up a live voice. */
export type AnalyzerCall =
  | { readonly kind: 'analyse'; readonly call: number; readonly wav: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'sample'; readonly call: number; readonly voiceId: string };

/** From that thread. */
export type AnalyzerAnswer =
  | { readonly kind: 'analysed'; readonly call: number; readonly target: VoiceTarget }
  | {
      readonly kind: 'sampled';
      readonly call: number;
      /** Null when there is no such voice. */
      readonly wav: Uint8Array<ArrayBuffer> | null;
    }
  | { readonly kind: 'failed'; readonly call: number; readonly error: WireError };
