import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type { PersonData, PersonDeleted, PersonSource } from '../../contract/ipc/persons.ts';
import { toAppError } from '../app/to-app-error.ts';

/**
 * The question whether somebody is deleted:
 *
 *   closed ──ask──▶ asking ──remove──▶ deleting ──▶ done ──close──▶ closed
 *                     └──close──▶ closed     └──▶ asking, with what went wrong
 */
export type PersonQuestion =
  | { readonly phase: 'closed' }
  | {
      readonly phase: 'asking' | 'deleting';
      readonly belongings: PersonData;
      readonly error: AppError | null;
    }
  | {
      readonly phase: 'done';
      readonly belongings: PersonData;
      readonly outcome: PersonDeleted;
    };

/** State of the deletion of persons, by their faces and voices. */
export interface PersonsState {
  readonly question: PersonQuestion;
  /** Counts the deletions: what shows persons looks again. */
  readonly deletions: number;
  /** Finds out what would go, and asks. */
  readonly ask: (of: PersonSource) => Promise<void>;
  /** Deletes everything of the persons that are asked about. */
  readonly remove: () => Promise<void>;
  /** No effect during the deletion. */
  readonly close: () => void;
}

/** See {@link PersonsState}. */
export type PersonsStore = StoreApi<PersonsState>;

/** Makes the store; nothing is asked. */
export function createPersonsStore(bridge: Bridge<Ipc>): PersonsStore {
  return createStore<PersonsState>()((set, get) => ({
    question: { phase: 'closed' },
    deletions: 0,
    ask: async (of) => {
      const belongings = await bridge.call('persons.survey', { of });
      set({ question: { phase: 'asking', belongings, error: null } });
    },
    remove: async () => {
      const { question } = get();
      if (question.phase !== 'asking') {
        return;
      }
      const { belongings } = question;
      set({ question: { phase: 'deleting', belongings, error: null } });
      try {
        const ids = belongings.persons.map(({ id }) => id);
        const outcome = await bridge.call('persons.delete', { ids });
        set({ question: { phase: 'done', belongings, outcome }, deletions: get().deletions + 1 });
      } catch (error) {
        set({ question: { phase: 'asking', belongings, error: toAppError(error) } });
      }
    },
    close: () => {
      if (get().question.phase !== 'deleting') {
        set({ question: { phase: 'closed' } });
      }
    },
  }));
}
