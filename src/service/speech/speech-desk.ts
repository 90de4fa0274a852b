import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError, fromWireError, invariant } from '../../base/errors.ts';
import type {
  SampleQuestion,
  SpeechPlan,
  SpeechQuestion,
  SpokenSample,
} from '../../contract/speech.ts';
import { pickEnv } from '../jobs/worker.ts';
import { type SpeechAnswer, speechAnswerSchema, type SpeechCall } from './messages.ts';

/** Engines and detector take some 150 MB, which nobody who has stopped listening should pay. */
const IDLE_MS = 60_000;
/** A sentence on a machine that is busy with other work, with everything loaded first. */
const LIMIT_MS = 30_000;

/** Speech outside of any job: who would speak a script, and how that sounds. */
export interface SpeechDesk {
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
export function createSpeechDesk(readFolder: () => string | null = () => null): SpeechDesk {
  const waiting: Waiting = new Map();
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastCall = 0;

  const forget = (gone: ChildProcess): void => {
    if (child === gone) {
      child = null;
      failAll(waiting);
    }
  };

  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(new URL('./speech-process.ts', import.meta.url)), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: pickEnv(),
    });
    started.on('message', (message) => {
      const answer = speechAnswerSchema.parse(message);
      waiting.get(answer.call)?.resolve(answer);
    });
    started.on('error', () => forget(started));
    started.on('exit', () => forget(started));
    return started;
  };

  const end = (): void => {
    const ended = child;
    child = null;
    failAll(waiting);
    ended?.kill('SIGKILL');
  };

  async function ask(toCall: (call: number) => SpeechCall): Promise<SpeechAnswer> {
    clearTimeout(idle);
    lastCall += 1;
    const call = lastCall;
    const answered = Promise.withResolvers<SpeechAnswer>();
    waiting.set(call, answered);
    child ??= start();
    child.send(toCall(call), (error) => {
      if (error !== null) {
        answered.reject(died());
      }
    });
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
      const answer = await ask((call) => ({ type: 'plan', call, question, folder: readFolder() }));
      invariant(answer.type === 'plan', 'an answer has the type of its question');
      return answer.plan;
    },
    async sample(question, path) {
      const answer = await ask((call) => ({
        type: 'sample',
        call,
        question,
        path,
        folder: readFolder(),
      }));
      invariant(answer.type === 'sample', 'an answer has the type of its question');
      return answer.sample;
    },
  };
}

function failAll(waiting: Waiting): void {
  for (const { reject } of waiting.values()) {
    reject(died());
  }
}

function died(): AppError {
  return new AppError('processing_failed', 'The process that speaks ended before it was done.');
}
