import { instructions } from './instructions.ts';
import { colours } from './words.ts';

/** An example of everything that is understood, for a warning. */
export function describeTopics(): string {
  return instructions.map(({ examples }) => examples[0] ?? '').join('; ');
}

/** The page of the documentation. */
export function describeInstructions(): string {
  const lines = instructions.map(
    ({ effect, examples }) =>
      `- ${examples.map((example) => `“${example}”`).join(', ')}: ${effect}`,
  );
  return [
    '# Instructions of a live swap',
    '',
    'A live swap takes an instruction in English words. Capitals, order and politeness make no difference.',
    'Whatever is not understood comes back as a warning with the words it is about; nothing is ignored silently.',
    '',
    ...lines,
    '',
    `Colours: ${Object.keys(colours).join(', ')}; with “dark”, “deep”, “light”, “pale” or “bright” before them.`,
    '',
    'How much: “slightly”, “a bit”, “half”, “strongly”, “very” or a percentage.',
    '',
    'Of two wishes that exclude each other the later one counts, and a warning says so.',
    '',
  ].join('\n');
}
