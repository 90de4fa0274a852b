import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVoice } from '../../src/engine/voice/catalogue.ts';
import { renderSpeech } from '../../src/engine/voice/render-speech.ts';
import { openSpeaker } from '../../src/engine/voice/speak/speaker.ts';

const sentences =
  'The birch canoe slid on the smooth planks. Glue the sheet to the dark blue background. ' +
  'It is easy to tell the depth of a well. These days a chicken leg is a rare dish. ' +
  'Rice is often served in round bowls. The juice of lemons makes fine punch.';

/** Temporary files with speech. */
export interface SpokenFiles {
  /** Paths by the id of the voice. */
  readonly paths: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Synthesises sentences with built-in voices into WAV files. */
export async function speakFiles(
  voiceIds: readonly string[],
  script = sentences,
): Promise<SpokenFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'guise-spoken-'));
  const speaker = openSpeaker();
  const paths: Record<string, string> = {};
  try {
    for (const id of voiceIds) {
      const voice = findVoice(id);
      if (voice === null) {
        throw new Error(`There is no voice ${id}.`);
      }
      paths[id] = join(folder, `${id}.wav`);
      await renderSpeech(speaker, { script, voice, path: paths[id], format: 'wav' });
    }
  } finally {
    await speaker.close();
  }
  return { paths, remove: () => rm(folder, { recursive: true, force: true }) };
}
