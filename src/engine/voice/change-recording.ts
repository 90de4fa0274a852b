import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { RvcFiles } from '../packs/voice-files/rvc-files.ts';
import { findChangerTarget } from './changer/changer-catalogue.ts';
import { convertRecording } from './changer/convert-recording.ts';
import { requireSpeech } from './changer/require-speech.ts';
import type { ConvertedRecording, VoiceOutput } from './file/write-voice.ts';
import type { RvcFileConversion } from './neural/rvc/convert-file.ts';

/** A recording that becomes one in a voice of the voice changer or of a model. */
export interface RecordingChange extends Omit<VoiceOutput, 'onProgress'> {
  /** Any file with sound in it. */
  readonly path: string;
  readonly voiceId: string;
  /** Where models of the user lie; null where there are none. */
  readonly folder: string | null;
  /** Semitones that a model is given the pitch higher by; nothing to the voices of the voice changer. */
  readonly transpose: number;
  /** How much is done, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Converts a recording of one speaker; leaves nothing behind when it fails. Throws `not_found` for another
 * voice, what `requireSpeech` throws for what nobody speaks in, and `processing_failed` for a model that
 * cannot run.
 */
export async function changeRecording(change: RecordingChange): Promise<ConvertedRecording> {
  const { path, outputPath, format, signal } = change;
  const convert = await findVoice(change);
  const wholeSeconds = await requireSpeech(path, signal);
  const onProgress = (seconds: number): void =>
    change.onProgress?.(Math.min(1, seconds / wholeSeconds));
  return convert({ path, outputPath, format, signal, onProgress });
}

type Convert = (work: VoiceOutput & { readonly path: string }) => Promise<ConvertedRecording>;

/** How recordings are converted to the voice that is wanted; loads nothing yet. */
async function findVoice({
  voiceId,
  folder,
  transpose,
}: Pick<RecordingChange, 'voiceId' | 'folder' | 'transpose'>): Promise<Convert> {
  const own = findChangerTarget(voiceId);
  if (own !== null) {
    return (work) => convertRecording({ ...work, target: own.target });
  }
  const { listRvcSets } = await import('./neural/rvc/rvc-sets.ts');
  const set = (await listRvcSets(folder)).find(({ id }) => id === voiceId);
  if (set === undefined) {
    throw new AppError('not_found', `There is no voice ${voiceId} to convert a recording to.`);
  }
  return (work) => convertByModel(set.files, { ...work, settings: { transpose } });
}

/** Loaded for models alone: the voices of the voice changer need no networks. */
async function convertByModel(
  files: RvcFiles,
  work: RvcFileConversion,
): Promise<ConvertedRecording> {
  const [{ createSessionPool }, { openRvcVoice }, { convertFile }] = await Promise.all([
    import('../models/pool/session-pool.ts'),
    import('./neural/rvc/rvc-voice.ts'),
    import('./neural/rvc/convert-file.ts'),
  ]);
  const pool = createSessionPool({ threads: 1 });
  try {
    const voice = await openRvcVoice(pool, files, { threads: availableParallelism() });
    return await convertFile(voice, work);
  } finally {
    await pool.close();
  }
}
