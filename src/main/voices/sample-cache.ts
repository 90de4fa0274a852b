import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SampleQuestion, SpokenSample } from '../../contract/speech.ts';
import { ScratchFolder } from '../files/scratch-folder.ts';

/** A sample of every voice there is and a few beginnings of scripts, some 150 KB each. */
const maxSamples = 256;

/** A sample and its path. */
interface CachedSample {
  readonly sample: SpokenSample;
  readonly path: string;
}

/** Cache of the samples since the start of the app, which are available at once. */
export interface SampleCache {
  readonly listen: (question: SampleQuestion) => Promise<CachedSample>;
}

/** Starts with none: those of an earlier run are deleted, because voices may have changed since. */
export function createSampleCache(options: {
  readonly folder: string;
  readonly speak: (question: SampleQuestion, path: string) => Promise<SpokenSample>;
}): SampleCache {
  const { speak } = options;
  const cached = new Map<string, Promise<CachedSample>>();
  const folder = new ScratchFolder(options.folder);

  async function make(question: SampleQuestion, name: string): Promise<CachedSample> {
    const path = join(folder.path, `${name}.wav`);
    await folder.make();
    return { sample: await speak(question, path), path };
  }

  function dropOldest(): void {
    for (const [name, made] of cached) {
      if (cached.size <= maxSamples) {
        return;
      }
      cached.delete(name);
      void made.then(({ path }) => rm(path, { force: true })).catch(() => undefined);
    }
  }

  return {
    listen: (question) => {
      const name = toName(question);
      const known = cached.get(name);
      if (known !== undefined) {
        return known;
      }
      const made = make(question, name);
      made.catch(() => cached.delete(name));
      cached.set(name, made);
      dropOldest();
      return made;
    },
  };
}

/** File name that reveals nothing of the text. */
function toName({ voiceId, language, script }: SampleQuestion): string {
  const text = JSON.stringify([voiceId, language ?? null, script]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
