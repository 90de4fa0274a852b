import { randomUUID } from 'node:crypto';
import { AppError, fromWireError } from '../../base/errors.ts';
import type { FromEmbedded } from '../../contract/embedded.ts';

/** Messages that answer a question. */
type Answer = Extract<FromEmbedded, { readonly id: string }>;

/** What is asked, of this number. */
type Ask = (id: string) => void;

/** Questions to the service that wait for their answers. */
export interface ServiceQuestions {
  /**
   * Asks under a new number, and waits. Throws what the service refused with, and `service_unreachable` when
   * it does not answer in time or ends.
   */
  ask(send: Ask, timeoutMs: number): Promise<Exclude<Answer, { type: 'refused' }>>;
  take(answer: Answer): void;
  /** The process that was asked is gone. */
  fail(): void;
}

/** A book without questions. */
export function createServiceQuestions(): ServiceQuestions {
  const waiting = new Map<string, PromiseWithResolvers<Answer>>();
  return {
    async ask(send, timeoutMs) {
      const id = randomUUID();
      const answered = Promise.withResolvers<Answer>();
      waiting.set(id, answered);
      const late = setTimeout(() => {
        answered.reject(unreachable());
      }, timeoutMs);
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
    take: (answer) => {
      waiting.get(answer.id)?.resolve(answer);
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
