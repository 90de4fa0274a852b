import { createContext, use } from 'react';

/** The moment that all rows are drawn for, in milliseconds since 1970. */
export const NowContext = createContext(0);

/** See {@link NowContext}. */
export function useNow(): number {
  return use(NowContext);
}
