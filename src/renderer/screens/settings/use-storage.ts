import { useCallback, useEffect, useState } from 'react';
import type { Person } from '../../../contract/ipc/persons.ts';
import type { ClearableKind, StorageSurvey } from '../../../contract/ipc/storage.ts';
import { useApp, usePersons, useService } from '../../app-context.ts';

/** What is kept, as it was measured last, and what can be done about it. */
export interface StorageView {
  /** Null until it was measured for the first time. */
  readonly survey: StorageSurvey | null;
  readonly persons: readonly Person[];
  readonly isMeasuring: boolean;
  readonly measure: () => void;
  /** Tells whether it worked; a failure becomes a toast. */
  readonly clear: (kind: ClearableKind) => Promise<boolean>;
  readonly forgetConsents: () => void;
  readonly retryDeletions: () => void;
}

/** Measures when the section opens, when the service comes or goes, and after somebody was deleted. */
export function useStorage(): StorageView {
  const { bridge, attempt, characters } = useApp();
  const deletions = usePersons((state) => state.deletions);
  const serviceState = useService(({ embedded }) => embedded.state);
  const [survey, setSurvey] = useState<StorageSurvey | null>(null);
  const [persons, setPersons] = useState<readonly Person[]>([]);
  const [isMeasuring, setMeasuring] = useState(false);
  const run = useCallback(
    async (work: () => Promise<StorageSurvey>): Promise<boolean> => {
      setMeasuring(true);
      const isDone = await attempt(async () => {
        setSurvey(await work());
        setPersons(await bridge.call('persons.list', {}));
      });
      setMeasuring(false);
      return isDone;
    },
    [attempt, bridge],
  );
  useEffect(() => {
    void run(() => bridge.call('storage.survey', {}));
  }, [run, bridge, deletions, serviceState]);
  return {
    survey,
    persons,
    isMeasuring,
    measure: () => void run(() => bridge.call('storage.survey', {})),
    clear: (kind) =>
      run(async () => {
        const after = await bridge.call('storage.clear', { kind });
        await characters.getState().refresh();
        return after;
      }),
    forgetConsents: () => void run(() => bridge.call('storage.forget_consents', {})),
    retryDeletions: () => void run(() => bridge.call('storage.retry_deletions', {})),
  };
}
