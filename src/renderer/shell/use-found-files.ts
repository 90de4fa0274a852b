import { useEffect, useState } from 'react';
import { maxLibraryRows } from '../../contract/ipc/library.ts';
import { useApp, useVoices } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import { toQueryWords } from '../library/library-words.ts';
import { type PaletteEntry, toFileEntry } from './palette-entries.ts';

/** Debounce time of typing before main is asked, in milliseconds. */
const typingMs = 80;

const none: readonly PaletteEntry[] = [];

/** Library items that match the typed words; earlier results stay until the reply arrives. */
export function useFoundFiles(typed: string): readonly PaletteEntry[] {
  const app = useApp();
  const text = useText();
  const voices = useVoices(({ list }) => list);
  const [found, setFound] = useState(none);
  const isSearching = typed.trim() !== '';
  useEffect(() => {
    if (!isSearching) {
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      void app.attempt(async () => {
        const { items } = await app.bridge.call('library.page', {
          query: {
            kind: null,
            state: null,
            profileId: null,
            words: toQueryWords(text, typed, voices?.voices ?? []),
          },
          offset: 0,
          limit: maxLibraryRows,
        });
        if (isCurrent) {
          setFound(items.map((item) => toFileEntry(app, item)));
        }
      });
    }, typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [app, text, typed, voices, isSearching]);
  return isSearching ? found : none;
}
