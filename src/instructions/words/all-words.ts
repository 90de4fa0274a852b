import type { LanguageWords } from '../language-words.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** The words of all languages; where a prompt is as well known in several, the first of them reads it. */
export const allWords: readonly LanguageWords[] = [english, german, spanish];
