import { useEffect, useState } from 'react';
import type { Person } from '../../../../contract/ipc/persons.ts';
import type { ClearableKind, StorageSurvey } from '../../../../contract/ipc/storage.ts';
import { useApp, usePersons, useService } from '../../../app/app-context.ts';

/** Stored content as measured last, with its actions. */
export interface StorageView {
  /** Null until it was measured for the first time. */
  readonly survey: StorageSurvey | null;
  readonly persons: readonly Person[];
  /** True while a measurement or an action on the content is in progress. */
  readonly isMeasuring: boolean;
  readonly measure: () => void;
  /** Returns whether it succeeded; a failure becomes a toast. */
  readonly clear: (kind: ClearableKind) => Promise<boolean>;
  readonly forgetConsents: () => void;
  readonly retryDeletions: () => void;
}

/** Result of a measurement. */
interface Measured extends Pick<StorageView, 'survey' | 'persons'> {
  /** Which it was: the state of the service, how many were deleted, and how often was asked. */
  readonly key: string;
}

/**
 * Measures when the section opens, when the service starts or stops, after the deletion of a person, and on request.
 */
export function useStorage(): StorageView {
  const { bridge, attempt, characters } = useApp();
  const deletions = usePersons((state) => state.deletions);
  const service = useService(({ embedded }) => embedded.state);
  const [count, setCount] = useState(0);
  const [isWorking, setWorking] = useState(false);
  const [last, setLast] = useState<Measured>({ key: '', survey: null, persons: [] });
  const key = `${service} ${deletions} ${count}`;
  useEffect(() => {
    let isShown = true;
    const refresh = async (): Promise<void> => {
      let found: Omit<Measured, 'key'> | null = null;
      await attempt(async () => {
        const survey = await bridge.call('storage.survey', {});
        found = { survey, persons: await bridge.call('persons.list', {}) };
      });
      if (isShown) {
        setLast((before) => ({ ...before, ...found, key }));
      }
    };
    void refresh();
    return () => {
      isShown = false;
    };
  }, [attempt, bridge, key]);
  const measure = (): void => setCount((old) => old + 1);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setWorking(true);
    const isDone = await attempt(async () => {
      await work();
    });
    setWorking(false);
    measure();
    return isDone;
  };
  return {
    survey: last.survey,
    persons: last.persons,
    isMeasuring: isWorking || last.key !== key,
    measure,
    clear: (kind) =>
      run(async () => {
        await bridge.call('storage.clear', { kind });
        await characters.getState().refresh();
      }),
    forgetConsents: () => void run(() => bridge.call('storage.forget_consents', {})),
    retryDeletions: () => void run(() => bridge.call('storage.retry_deletions', {})),
  };
}
