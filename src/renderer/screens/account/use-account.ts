import { useEffect, useState } from 'react';
import type { AppError } from '../../../base/errors.ts';
import type { AccountView } from '../../../contract/ipc/account.ts';
import { isTerminalState } from '../../../contract/ipc/jobs.ts';
import { useApp, useJobs } from '../../app/app-context.ts';
import { toAppError } from '../../app/to-app-error.ts';
import type { ActiveService } from '../../shell/use-active-service.ts';

/** The known data of the account of the service in use. */
export interface AccountState {
  /** Null until the first reply of the service, and again after a change of the service. */
  readonly account: AccountView | null;
  readonly error: AppError | null;
  readonly isReading: boolean;
  readonly read: () => void;
}

/** Asks when the screen opens, when another service comes into use, and after money or work changed. */
export function useAccount({ profile, baseUrl, check }: ActiveService): AccountState {
  const { bridge } = useApp();
  const over = useJobs(({ jobs }) => jobs.filter(({ state }) => isTerminalState(state)).length);
  const [count, setCount] = useState(0);
  const money =
    check?.state === 'connected' ? `${check.account.balanceUsd} ${check.account.heldUsd}` : '';
  const service = `${profile.id} ${baseUrl ?? ''} ${profile.keyLast4 ?? ''}`;
  const key = `${service} ${money} ${over} ${count}`;
  const [last, setLast] = useState<{
    readonly key: string;
    readonly service: string;
    readonly account: AccountView | null;
    readonly error: AppError | null;
  }>({ key: '', service: '', account: null, error: null });
  useEffect(() => {
    let isShown = true;
    const show = (account: AccountView | null, error: AppError | null): void => {
      if (isShown) {
        setLast({ key, service, account, error });
      }
    };
    if (baseUrl !== null) {
      bridge.call('account.read', {}).then(
        (account) => show(account, null),
        (error: unknown) => show(null, toAppError(error)),
      );
    }
    return () => {
      isShown = false;
    };
  }, [bridge, baseUrl, key, service]);
  const isSame = last.service === service && last.account?.profileId === profile.id;
  return {
    account: isSame ? last.account : null,
    error: last.service === service ? last.error : null,
    isReading: baseUrl !== null && last.key !== key,
    read: () => setCount((old) => old + 1),
  };
}
