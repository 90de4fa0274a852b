import { useEffect, useState } from 'react';
import { useApp } from '../../app/app-context.ts';

const intervalMs = 2000;

/** How busy this computer is, 0..1, asked for while it matters; null while it is not known. */
export function useProcessorLoad(isWanted: boolean): number | null {
  const { bridge } = useApp();
  const [load, setLoad] = useState<number | null>(null);
  useEffect(() => {
    if (!isWanted) {
      return undefined;
    }
    const read = async (): Promise<void> => {
      setLoad((await bridge.call('app.processor_load', {})).load);
    };
    const timer = setInterval(() => void read(), intervalMs);
    return () => {
      clearInterval(timer);
      setLoad(null);
    };
  }, [bridge, isWanted]);
  return load;
}
