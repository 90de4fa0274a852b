import { useEffect, useState } from 'react';
import { loadPromptReader, type PromptReader } from '../../capabilities/form/prompt-reading.ts';

let loading: Promise<PromptReader> | null = null;

/** What reads prompts; fetched once. */
export function openPromptReader(): Promise<PromptReader> {
  loading ??= loadPromptReader();
  return loading;
}

/** The same for what is drawn: null until it is there. It is fetched once it is wanted. */
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
