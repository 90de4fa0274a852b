import { availableParallelism } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { RvcFiles } from '../packs/voice-files/rvc-files.ts';
import { findChangerTarget } from './changer/changer-catalogue.ts';
import { convertRecording } from './changer/convert-recording.ts';
import { requireSpeech } from './changer/require-speech.ts';
import type { ConvertedRecording, VoiceOutput } from './file/write-voice.ts';
import type { RvcFileConversion } from './neural/rvc/convert-file.ts';

/** Conversion of a recording to a voice of the voice changer or of a model. */
export interface RecordingChange extends Omit<VoiceOutput, 'onProgress'> {
  /** Any file with audio. */
  readonly path: string;
  readonly voiceId: string;
  /** Folder of the user's models; null without one. */
  readonly folder: string | null;
  /** Pitch shift in semitones for a model; ignored by the voices of the voice changer. */
  readonly transpose: number;
  /** Called with the fraction done, 0..1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Converts a recording of one speaker; leaves no files on failure. Throws `not_found` for an unknown voice, what
 * `requireSpeech` throws for a recording without usable speech, and `processing_failed` for a model that cannot run.
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

/** Returns the conversion for the wanted voice; loads nothing yet. */
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

/** Converts by a model. Imports are dynamic since the voices of the voice changer need no networks. */
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
