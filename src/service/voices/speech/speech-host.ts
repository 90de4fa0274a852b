import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, fromWireError, invariant } from '../../../base/errors.ts';
import type {
  SampleQuestion,
  SpeechPlan,
  SpeechQuestion,
  SpokenSample,
} from '../../../contract/speech.ts';
import { pickEnv } from '../../process/pick-env.ts';
import { copyResult } from '../../sandbox/open-result.ts';
import { type StartedProcess, startProcess } from '../../sandbox/start-process.ts';
import { workerMemoryBytes } from '../../sandbox/worker-memory.ts';
import { type SpeechAnswer, speechAnswerSchema, type SpeechCall } from './messages.ts';

/** Engines and detector take some 150 MB, which nobody who has stopped listening should pay. */
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

type Waiting = Map<number, PromiseWithResolvers<SpeechAnswer>>;

/**
 * Speaks in a process of its own, which starts with the first question, ends when a minute has passed without
 * one, and takes nothing but the waiting questions along when it dies. `readFolder` tells where models of the
 * user lie.
 */
export function createSpeechHost(readFolder: () => string | null = () => null): SpeechHost {
  const waiting: Waiting = new Map();
  let current: SpeechProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastCall = 0;

  const start = (models: string | null): SpeechProcess => {
    const opened = startSpeech(models);
    const { drafts, started } = opened;
    const { child } = started;
    started.listen((answer) => {
      waiting.get(answer.call)?.resolve(answer);
    });
    const onGone = (): void => {
      rmSync(drafts, { recursive: true, force: true });
      if (current === opened) {
        current = null;
        failAll(waiting);
      }
    };
    child.on('error', onGone);
    child.on('exit', onGone);
    return opened;
  };

  const end = (): void => {
    const ended = current;
    current = null;
    failAll(waiting);
    ended?.started.child.kill('SIGKILL');
  };

  /** The process, replaced when it may not read the folder of models that is used now. */
  const open = (): SpeechProcess => {
    const models = readFolder();
    if (current !== null && current.models !== models) {
      end();
    }
    current ??= start(models);
    return current;
  };

  async function ask(
    { started }: SpeechProcess,
    toCall: (call: number) => SpeechCall,
  ): Promise<SpeechAnswer> {
    clearTimeout(idle);
    lastCall += 1;
    const call = lastCall;
    const answered = Promise.withResolvers<SpeechAnswer>();
    waiting.set(call, answered);
    started.send(toCall(call));
    const late = setTimeout(end, LIMIT_MS);
    try {
      const answer = await answered.promise;
      if (answer.type === 'failed') {
        throw fromWireError(answer.error);
      }
      return answer;
    } finally {
      clearTimeout(late);
      waiting.delete(call);
      if (waiting.size === 0) {
        clearTimeout(idle);
        idle = setTimeout(end, IDLE_MS).unref();
      }
    }
  }

  return {
    async plan(question) {
      const asked = open();
      const folder = asked.models;
      const answer = await ask(asked, (call) => ({ type: 'plan', call, question, folder }));
      invariant(answer.type === 'plan', 'an answer has the type of its question');
      return answer.plan;
    },
    async sample(question, path) {
      const asked = open();
      const folder = asked.models;
      const draft = join(asked.drafts, `${randomUUID()}.wav`);
      const answer = await ask(asked, (call) => ({
        type: 'sample',
        call,
        question,
        path: draft,
        folder,
      }));
      invariant(answer.type === 'sample', 'an answer has the type of its question');
      await copyResult(asked.drafts, draft, path);
      await rm(draft, { force: true });
      return answer.sample;
    },
  };
}

/** A process that speaks, and what it sees. */
interface SpeechProcess {
  readonly started: StartedProcess<SpeechAnswer>;
  /** Where it writes samples. */
  readonly drafts: string;
  /** Where models of the user lie; null where there are none. */
  readonly models: string | null;
}

function startSpeech(models: string | null): SpeechProcess {
  const drafts = mkdtempSync(join(tmpdir(), 'guise-speech-'));
  const started = startProcess({
    entry: fileURLToPath(new URL('./speech-entry.ts', import.meta.url)),
    messages: speechAnswerSchema,
    env: pickEnv(),
    grants: { readable: models === null ? [] : [models], writable: [drafts] },
    limits: { memoryBytes: workerMemoryBytes },
  });
  return { started, drafts, models };
}

function failAll(waiting: Waiting): void {
  for (const { reject } of waiting.values()) {
    reject(died());
  }
}

function died(): AppError {
  return new AppError('processing_failed', 'The process that speaks ended before it was done.');
}
