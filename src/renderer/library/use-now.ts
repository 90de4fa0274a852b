import { createContext, use, useEffect, useState } from 'react';

/** The moment that all rows are drawn for, in milliseconds since 1970. */
export const NowContext = createContext(0);

/** See {@link NowContext}. */
export function useNow(): number {
  return use(NowContext);
}

/** The time, drawn anew every half minute. */
export function useClock(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
