/** A word of a prompt, or several words with one meaning. */
export interface Token {
  /** The text as the user wrote it. */
  readonly text: string;
  /** Concepts of the token, several for a compound; empty for a filler, a mark or an unknown word. */
  readonly concepts: readonly string[];
  readonly kind: 'known' | 'unknown' | 'filler' | 'verb' | 'pause' | 'stop';
  /** Indices of its words in the prompt. */
  readonly at: readonly number[];
}

/** Stands for a token where there is none. */
export const NO_TOKEN: Token = { text: '', concepts: [], kind: 'filler', at: [] };

/** Returns a word of a prompt without its meaning. */
export function toFiller(token: Token): Token {
  return { ...token, kind: 'filler', concepts: [] };
}

/** Kinds of the concepts that vocabularies name; cutting each anew took a tenth of the time of a long prompt. */
const kinds = new Map<string, string>();
/** Largest number of remembered kinds: prompts add concepts of their own, such as quotes. */
const MAX_KINDS = 4000;

/** Returns the kind of a concept, which is the part before its value: `colour` of `colour:red`. */
export function kindOf(concept: string): string {
  const known = kinds.get(concept);
  if (known !== undefined) {
    return known;
  }
  const end = concept.indexOf(':');
  const kind = end < 0 ? concept : concept.slice(0, end);
  if (kinds.size < MAX_KINDS && concept.length < 24) {
    kinds.set(concept, kind);
  }
  return kind;
}

/** Returns whether a token has a concept of one of some kinds. */
export function isOf(token: Token, ...kinds: readonly string[]): boolean {
  for (const concept of token.concepts) {
    if (kinds.includes(kindOf(concept))) {
      return true;
    }
  }
  return false;
}

/** Returns the value of the first concept of a kind: `red` of `colour:red`; null where there is none. */
export function valueOf(token: Token, kind: string): string | null {
  const found = token.concepts.find((concept) => concept.startsWith(`${kind}:`));
  return found?.slice(kind.length + 1) ?? null;
}

/** Returns the words of some tokens as they were written, in the order of the prompt. */
export function textOf(tokens: readonly Token[]): string {
  let words = '';
  for (const { text } of putInOrder(tokens)) {
    if (text !== '') {
      words += words === '' ? text : ` ${text}`;
    }
  }
  return words;
}

/** Returns tokens in the order of the prompt; most are already, and sorting those took time. */
function putInOrder(tokens: readonly Token[]): readonly Token[] {
  let last = -1;
  for (const { at } of tokens) {
    const start = at[0] ?? 0;
    if (start < last) {
      return tokens.toSorted((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0));
    }
    last = start;
  }
  return tokens;
}

/** Merges several tokens into one with a concept. */
export function mergeTokens(concept: string, ...parts: readonly Token[]): Token {
  return {
    text: textOf(parts),
    concepts: [concept],
    kind: 'known',
    at: putInOrder(parts).flatMap(({ at }) => at),
  };
}

/** Returns whether a token denies something. */
export function isNegation(token: Token): boolean {
  return token.concepts.some((concept) => ['not', 'nottoo'].includes(kindOf(concept)));
}
