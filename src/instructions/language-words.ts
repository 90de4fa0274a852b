/**
 * The words of one language. A concept names what words mean in any language (`hair`, `brighter`, `colour:red`); its words
 * are divided by `|`, several of them may make one (`black and white`).
 */
export interface LanguageWords {
  readonly code: InstructionLanguage;
  readonly concepts: Readonly<Record<string, string>>;
  /** Words of grammar and politeness: they change nothing wherever they stand. */
  readonly fillers: string;
  /** Fillers that say “do”: a part of a sentence that begins with one is about something new. */
  readonly verbs: string;
  /** Endings that are cut off where a word is not known as it is, longest first. */
  readonly endings: readonly string[];
  /** Ends of compounds that add nothing, as `stil` in `Comicstil`; null where a language has no compounds. */
  readonly tails: string | null;
  /** Words before a colour that make it darker (-1) or lighter (1). */
  readonly tints: Readonly<Record<string, number>>;
}

/** Languages that instructions can be written in. */
export const instructionLanguages = ['en', 'de', 'es'] as const;

/** See {@link instructionLanguages}. */
export type InstructionLanguage = (typeof instructionLanguages)[number];

/** A text in each of them. */
export type InstructionText = Readonly<Record<InstructionLanguage, string>>;
