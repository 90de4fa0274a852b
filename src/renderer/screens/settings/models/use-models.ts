import type { AppError } from '../../../../base/errors.ts';
import { useEffect, useState } from 'react';
import type { ListedPacks } from '../../../../contract/model-packs.ts';
import { useApp, useService } from '../../../app/app-context.ts';
import { toAppError } from '../../../app/to-app-error.ts';

/** Model folder as of the last scan. */
export interface Models {
  /** Null before the first scan. */
  readonly list: ListedPacks | null;
  /** Reason why the last scan failed. */
  readonly failure: AppError | null;
  readonly isScanning: boolean;
  readonly scan: () => void;
}

/** Result of a scan. */
interface ModelList extends Pick<Models, 'list' | 'failure'> {
  /** Which look it was: the state of the service and how often was asked. */
  readonly key: string;
}

/** Scans the folder when it is shown, when the local service starts, and on request. */
export function useModels(): Models {
  const { bridge } = useApp();
  const service = useService((state) => state.embedded.state);
  const [count, setCount] = useState(0);
  const [last, setLast] = useState<ModelList>({ key: '', list: null, failure: null });
  const key = `${service} ${count}`;
  useEffect(() => {
    let isShown = true;
    const scan = async (): Promise<void> => {
      let list: ListedPacks | null = null;
      let failure: AppError | null = null;
      try {
        list = await bridge.call('packs.list', {});
      } catch (error) {
        failure = toAppError(error);
      }
      if (isShown) {
        setLast((before) => ({ key, list: list ?? before.list, failure }));
      }
    };
    if (!key.startsWith('starting')) {
      void scan();
    }
    return () => {
      isShown = false;
    };
  }, [bridge, key]);
  const { list, failure } = last;
  return { list, failure, isScanning: last.key !== key, scan: () => setCount((old) => old + 1) };
}
