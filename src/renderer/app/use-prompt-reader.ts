import { useEffect, useState } from 'react';
import { loadPromptReader, type PromptReader } from '../../capabilities/form/prompt-reading.ts';

let loading: Promise<PromptReader> | null = null;

/** Loads the prompt reader once. */
export function openPromptReader(): Promise<PromptReader> {
  loading ??= loadPromptReader();
  return loading;
}

/** Returns the prompt reader for rendering; null until it is loaded. Loads it when first wanted. */
export function usePromptReader(isWanted: boolean): PromptReader | null {
  const [loaded, setLoaded] = useState<PromptReader | null>(null);
  useEffect(() => {
    let isShown = isWanted;
    const load = async (): Promise<void> => {
      const next = await openPromptReader();
      if (isShown) {
        setLoaded(next);
      }
    };
    if (isWanted) {
      void load();
    }
    return () => {
      isShown = false;
    };
  }, [isWanted]);
  return loaded;
}
