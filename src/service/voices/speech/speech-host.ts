import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../base/errors.ts';
import { PeerHost } from '../../../base/peer/peer-host.ts';
import type { PeerProcess } from '../../../base/peer/port.ts';
import {
  type SampleQuestion,
  type SpeechPlan,
  speechPlanSchema,
  type SpeechQuestion,
  type SpokenSample,
  spokenSampleSchema,
} from '../../../contract/speech.ts';
import { pickEnv } from '../../process/pick-env.ts';
import { copyResult } from '../../sandbox/open-result.ts';
import { startPeerProcess } from '../../sandbox/process-peer.ts';
import { workerMemoryBytes } from '../../sandbox/worker-memory.ts';
import type { SpeechMethods } from './speech-entry.ts';

/** Idle time before the process ends: engines and detector take some 150 MB. */
const IDLE_MS = 60_000;
/** A sentence on a machine that is busy with other work, with everything loaded first. */
const LIMIT_MS = 30_000;

/** Speech outside of any job: who would speak a script, and how that sounds. */
export interface SpeechHost {
  /** Throws `invalid_input` when there is no such voice, or none for the language. */
  plan(question: SpeechQuestion): Promise<SpeechPlan>;
  /** Writes a WAV file. Throws what `plan` throws, and `processing_failed`. */
  sample(question: SampleQuestion, path: string): Promise<SpokenSample>;
}

/** Process that synthesises speech, with its folders. */
interface SpeechProcess extends PeerProcess {
  /** Folder for its samples. */
  readonly drafts: string;
  /** Folder of the user's models; null when there is none. */
  readonly models: string | null;
}

/**
 * Synthesises speech in a separate process, which starts with the first call and ends after a minute without
 * one; when it dies, only the pending calls fail. `readFolder` returns the folder of the user's models.
 */
export function createSpeechHost(readFolder: () => string | null = () => null): SpeechHost {
  const host = new PeerHost<SpeechMethods, SpeechProcess>({
    start: () => startSpeech(readFolder()),
    ended: createDiedError,
    idleMs: IDLE_MS,
    silence: { ms: LIMIT_MS, error: createDiedError },
  });

  /** The process, replaced when it may not read the folder of models that is used now. */
  const open = (): SpeechProcess => {
    if (host.process !== null && host.process.models !== readFolder()) {
      void host.end();
    }
    return host.open();
  };

  return {
    plan: async (question) => host.call('plan', { question, folder: open().models }),
    async sample(question, path) {
      const { drafts, models } = open();
      const draft = join(drafts, `${randomUUID()}.wav`);
      const sample = await host.call('sample', { question, folder: models, path: draft });
      await copyResult(drafts, draft, path);
      await rm(draft, { force: true });
      return sample;
    },
  };
}

function startSpeech(models: string | null): SpeechProcess {
  const drafts = mkdtempSync(join(tmpdir(), 'guise-speech-'));
  const started = startPeerProcess<SpeechMethods>({
    entry: fileURLToPath(new URL('./speech-entry.ts', import.meta.url)),
    schemas: { answers: { plan: speechPlanSchema, sample: spokenSampleSchema } },
    env: pickEnv(),
    grants: { readable: models === null ? [] : [models], writable: [drafts] },
    limits: { memoryBytes: workerMemoryBytes },
  });
  void started.gone.then(() => rmSync(drafts, { recursive: true, force: true }));
  return { ...started, drafts, models };
}

function createDiedError(): AppError {
  return new AppError('processing_failed', 'The process that speaks ended before it was done.');
}
