import { createContext, use } from 'react';
import { createText, type Text } from './text.ts';

/** Carries the texts of the current language to every part of the page. */
export const TextContext = createContext<Text>(createText('en'));

/** The texts of the current language. */
export function useText(): Text {
  return use(TextContext);
}
