import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { makePrivateFolder } from '../../client/private-files.ts';
import type { SampleQuestion, SpokenSample } from '../../contract/speech.ts';

/** A sample of every voice there is and a few beginnings of scripts, some 150 KB each. */
const maxSamples = 256;

/** A sample and where it lies. */
interface HeardSample {
  readonly sample: SpokenSample;
  readonly path: string;
}

/** Samples that were spoken since the start of the app; what was heard once is there at once. */
export interface HeardSamples {
  readonly listen: (question: SampleQuestion) => Promise<HeardSample>;
}

/** Starts with none: those of an earlier run are deleted, because voices may have changed since. */
export function createHeardSamples(options: {
  readonly folder: string;
  readonly speak: (question: SampleQuestion, path: string) => Promise<SpokenSample>;
}): HeardSamples {
  const { folder, speak } = options;
  const heard = new Map<string, Promise<HeardSample>>();
  const emptied = rm(folder, { recursive: true, force: true });

  async function make(question: SampleQuestion, name: string): Promise<HeardSample> {
    const path = join(folder, `${name}.wav`);
    try {
      await emptied;
      makePrivateFolder(folder);
    } catch (cause) {
      throw new AppError('storage_failed', `The folder ${folder} cannot be made.`, { cause });
    }
    return { sample: await speak(question, path), path };
  }

  function dropOldest(): void {
    for (const [name, made] of heard) {
      if (heard.size <= maxSamples) {
        return;
      }
      heard.delete(name);
      void made.then(({ path }) => rm(path, { force: true })).catch(() => undefined);
    }
  }

  return {
    listen: (question) => {
      const name = nameOf(question);
      const known = heard.get(name);
      if (known !== undefined) {
        return known;
      }
      const made = make(question, name);
      made.catch(() => heard.delete(name));
      heard.set(name, made);
      dropOldest();
      return made;
    },
  };
}

/** A name for a file, which tells nothing of the words. */
function nameOf({ voiceId, language, script }: SampleQuestion): string {
  const text = JSON.stringify([voiceId, language ?? null, script]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
