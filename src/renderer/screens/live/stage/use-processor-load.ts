import { useEffect, useState } from 'react';
import { useApp } from '../../../app/app-context.ts';

const intervalMs = 2000;

/** CPU load of this computer, 0..1, polled while wanted; null while unknown. */
export function useProcessorLoad(isWanted: boolean): number | null {
  const { bridge } = useApp();
  const [load, setLoad] = useState<number | null>(null);
  useEffect(() => {
    if (!isWanted) {
      return undefined;
    }
    let isEnded = false;
    const read = async (): Promise<void> => {
      const found = await bridge.call('app.processor_load', {}).then(
        ({ load: now }) => now,
        () => null, // The load is unknown then.
      );
      if (!isEnded) {
        setLoad(found);
      }
    };
    const timer = setInterval(() => void read(), intervalMs);
    return () => {
      isEnded = true;
      clearInterval(timer);
      setLoad(null);
    };
  }, [bridge, isWanted]);
  return load;
}
