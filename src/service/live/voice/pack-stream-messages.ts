import type { WireError } from '../../../base/errors.ts';
import type { RvcFiles } from '../../../engine/packs/voice/rvc-files.ts';
import type { VoiceSettings } from './messages.ts';

/** A voice of RVC as a target of a live stream. */
export interface PackTarget {
  readonly files: RvcFiles;
  /** Seconds of work for a second of speech, as it was measured. */
  readonly load: number;
}

/** To the process that changes one voice with models; `open` comes first and once. */
export type PackStreamCall =
  | { readonly kind: 'open'; readonly target: PackTarget }
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'set'; readonly settings: VoiceSettings };

/** From that process. */
export type PackStreamAnswer =
  | { readonly kind: 'opened'; readonly latencyMs: number }
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly error: WireError };
