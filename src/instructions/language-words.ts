import type { Tint } from './colours.ts';
import type { GrammarWords } from './grammar-words.ts';

/**
 * The words of one language. A concept names what words mean in any language (`hair`, `brighter`, `colour:red`); its words
 * are divided by `|`, several of them may make one (`black and white`).
 */
export interface LanguageWords {
  readonly code: InstructionLanguage;
  readonly concepts: Readonly<Record<string, string>>;
  /** Words of grammar and politeness, which have no meaning in any position. */
  readonly fillers: string;
  /** Fillers that mean “do”: a clause that begins with one starts a new subject. */
  readonly verbs: string;
  /** Endings that are removed from a word that is not known as written, longest first. */
  readonly endings: readonly string[];
  /**
   * Tails of compounds that add no meaning, such as `stil` in `Comicstil`; null where the language has no compounds.
   */
  readonly tails: string | null;
  /** Spellings of chats, each with the word that it stands for. */
  readonly spellings: Readonly<Record<string, string>>;
  /** Words before a colour that change it, alone or as the first part of a compound. */
  readonly tints: Readonly<Record<string, Tint>>;
  readonly grammar: GrammarWords;
}

/** Languages that instructions can be written in. */
export const instructionLanguages = ['en', 'de', 'es'] as const;

/** See {@link instructionLanguages}. */
export type InstructionLanguage = (typeof instructionLanguages)[number];

/** A text in each of the instruction languages. */
export type InstructionText = Readonly<Record<InstructionLanguage, string>>;
