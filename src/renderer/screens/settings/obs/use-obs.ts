import { useEffect, useState } from 'react';
import type { Ipc } from '../../../../contract/ipc/contract.ts';
import type { CallInput, CallName } from '../../../../contract/ipc/kit.ts';
import type { ObsStatus, ObsTest } from '../../../../contract/obs.ts';
import { useApp } from '../../../app/app-context.ts';

type ObsCall = Exclude<Extract<CallName<Ipc>, `obs.${string}`>, 'obs.test'>;

/** Frame of OBS, as a URL of the page. */
export interface ShownTest {
  readonly verdict: ObsTest['verdict'];
  readonly url: string;
}

/** OBS as main has it, and what can be done about it. */
export interface ObsView {
  /** Null until main answered. */
  readonly status: ObsStatus | null;
  readonly test: ShownTest | null;
  /** The call that runs now. */
  readonly pending: ObsCall | 'obs.test' | null;
  /** Returns whether it succeeded; a failure becomes a toast. */
  readonly run: <Name extends ObsCall>(name: Name, input: CallInput<Ipc, Name>) => Promise<boolean>;
  readonly runTest: () => Promise<void>;
}

/** Follows OBS while the section is open. */
export function useObs(): ObsView {
  const { bridge, attempt } = useApp();
  const [status, setStatus] = useState<ObsStatus | null>(null);
  const [test, setTest] = useState<ShownTest | null>(null);
  const [pending, setPending] = useState<ObsView['pending']>(null);
  useEffect(() => {
    const stop = bridge.on('obs.changed', setStatus);
    void attempt(async () => setStatus(await bridge.call('obs.read', {})));
    return stop;
  }, [bridge, attempt]);
  useEffect(() => (test === null ? undefined : () => URL.revokeObjectURL(test.url)), [test]);
  const during = async (
    name: ObsCall | 'obs.test',
    work: () => Promise<void>,
  ): Promise<boolean> => {
    setPending(name);
    const isDone = await attempt(work);
    setPending(null);
    return isDone;
  };
  return {
    status,
    test,
    pending,
    run: (name, input) =>
      during(name, async () => {
        setStatus(await bridge.call(name, input));
      }),
    runTest: async () => {
      await during('obs.test', async () => {
        const { verdict, image } = await bridge.call('obs.test', {});
        const url = URL.createObjectURL(new Blob([Uint8Array.from(image)], { type: 'image/jpeg' }));
        setTest({ verdict, url });
      });
    },
  };
}
