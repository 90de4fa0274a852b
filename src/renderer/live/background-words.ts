import type { LiveBackground } from '../../contract/live-choice.ts';

/** What an instruction says about the background, apart from the rest of it. */
export interface BackgroundWords {
  /** The choice that the last such words stand for; null where there are none, or none that stands for them. */
  readonly background: LiveBackground | null;
  /** The instruction without the words that stand for a choice. */
  readonly rest: string;
  /** The instruction without any words about a background. */
  readonly plain: string;
}

/** Words of `docs/live-instructions.md` that mean one of the choices. */
const choices: readonly (readonly [LiveBackground, RegExp])[] = [
  [
    'keep',
    /^(?:keep (?:the|my) background|(?:the )?original background|no background blur|(?:don't|do not|don’t) blur(?: (?:the|my) background)?)$/,
  ],
  ['blur', /^(?:blur (?:the|my) background|(?:a )?blurr(?:ed|y) background|background blur)$/],
  ['dark', /^(?:a )?dark gr[ea]y background$/],
  ['white', /^(?:(?:a )?white background|in front of a white wall)$/],
  ['green', /^(?:a )?green ?screen(?: background)?$/],
];

const aboutBackground = /\b(?:background|backdrop|wall|green ?screen)\b|\bblur(?!.*\bcover\b)/;

/** Reads the wishes of an instruction about the background. */
export function readBackgroundWords(instruction: string): BackgroundWords {
  let background: LiveBackground | null = null;
  const rest: string[] = [];
  const plain: string[] = [];
  for (const words of instruction.split(/[,;.\n]+/)) {
    const wish = words
      .trim()
      .toLowerCase()
      .replace(/^(?:please|and) /, '');
    const chosen = choices.find(([, pattern]) => pattern.test(wish));
    background = chosen?.[0] ?? background;
    if (chosen === undefined && wish !== '') {
      rest.push(words.trim());
      if (!aboutBackground.test(wish) || wish.includes('cover')) {
        plain.push(words.trim());
      }
    }
  }
  return { background, rest: rest.join(', '), plain: plain.join(', ') };
}
