import { useEffect, useState } from 'react';

/** The time in milliseconds since 1970, read again each time that many milliseconds have passed. */
export function useClock(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
