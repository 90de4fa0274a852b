import * as z from 'zod';
import { wireErrorSchema } from '../../../contract/wire-error.ts';
import type { RvcFiles } from '../../../engine/packs/voice-files/rvc-files.ts';
import type { VoiceSettings } from './messages.ts';

/** A voice of RVC as a target of a live stream. */
export interface PackTarget {
  readonly files: RvcFiles;
  /** Seconds of work for a second of speech, as it was measured. */
  readonly load: number;
}

/** Messages to the process that converts one voice with models; `open` comes first and once. */
export type PackStreamCall =
  | { readonly kind: 'open'; readonly target: PackTarget }
  | { readonly kind: 'audio'; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly kind: 'set'; readonly settings: VoiceSettings };

/** Messages from that process. */
export const packStreamAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), latencyMs: z.number().nonnegative() }),
  z.object({ kind: z.literal('audio'), samples: z.instanceof(Int16Array) }),
  z.object({ kind: z.literal('failed'), error: wireErrorSchema }),
]);

/** See {@link packStreamAnswerSchema}. */
export type PackStreamAnswer = z.output<typeof packStreamAnswerSchema>;
