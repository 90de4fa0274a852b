import type { WireError } from '../../../base/errors.ts';
import type { VoiceShift } from '../convert/voice-mapper.ts';
import type { EngineVoice, Speech } from '../engines/engine.ts';

/** What is to be spoken, as the thread takes it. */
export interface SpeakRequest {
  readonly text: string;
  readonly voice: EngineVoice;
  readonly shift: VoiceShift | null;
}

/** To the thread. Calls are answered in their order. */
export interface SpeakerCall extends SpeakRequest {
  readonly call: number;
}

/** From the thread. */
export type SpeakerAnswer =
  | { readonly kind: 'spoken'; readonly call: number; readonly speech: Speech }
  | { readonly kind: 'failed'; readonly call: number; readonly error: WireError };
