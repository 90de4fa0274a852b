import { randomUUID } from 'node:crypto';
import { AppError, fromWireError } from '../../base/errors.ts';
import type { FromEmbedded } from '../../contract/embedded.ts';

/** Messages that belong to a question. */
type Message = Extract<FromEmbedded, { readonly id: string }>;
/** Those that answer it. */
type Answer = Exclude<Message, { type: 'conversion_progress' }>;

/** What the service answers, where it does not refuse. */
export type ServiceAnswer = Exclude<Answer, { type: 'refused' }>;

/** A question without an answer yet. */
interface Waiting extends PromiseWithResolvers<Answer> {
  readonly onProgress: (fraction: number) => void;
}

/** What is asked, of this number. */
type Ask = (id: string) => void;

/** Questions to the service that wait for their answers. */
export interface ServiceQuestions {
  /**
   * Asks under a new number, and waits. Throws what the service refused with, and `service_unreachable` when
   * it does not answer in time or ends. Being told of progress gives it that time again.
   */
  ask(
    send: Ask,
    timeoutMs: number,
    onProgress?: (fraction: number) => void,
  ): Promise<ServiceAnswer>;
  receive(message: Message): void;
  /** The process that was asked is gone. */
  fail(): void;
}

/** A book without questions. */
export function createServiceQuestions(): ServiceQuestions {
  const waiting = new Map<string, Waiting>();
  return {
    async ask(send, timeoutMs, onProgress = () => undefined) {
      const id = randomUUID();
      const answered = Promise.withResolvers<Answer>();
      const late = setTimeout(() => {
        answered.reject(unreachable());
      }, timeoutMs);
      waiting.set(id, {
        ...answered,
        onProgress: (fraction) => {
          late.refresh();
          onProgress(fraction);
        },
      });
      try {
        send(id);
        const answer = await answered.promise;
        if (answer.type === 'refused') {
          throw fromWireError(answer.error);
        }
        return answer;
      } finally {
        clearTimeout(late);
        waiting.delete(id);
      }
    },
    receive: (message) => {
      const question = waiting.get(message.id);
      if (message.type === 'conversion_progress') {
        question?.onProgress(message.fraction);
      } else {
        question?.resolve(message);
      }
    },
    fail: () => {
      for (const { reject } of waiting.values()) {
        reject(unreachable());
      }
    },
  };
}

function unreachable(): AppError {
  return new AppError('service_unreachable', 'The service of this computer did not answer.');
}
