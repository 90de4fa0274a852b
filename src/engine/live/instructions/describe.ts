import { builtInCharacters, characterTraits } from '../built-in/built-in-characters.ts';
import { instructions } from './instructions.ts';
import { colours } from './words.ts';

/** An example of everything that is understood, for a warning. */
export function describeTopics(): string {
  return instructions.flatMap(({ examples }) => examples.slice(0, 1)).join('; ');
}

/** The page of the documentation. */
export function describeInstructions(): string {
  const named = instructions.filter(({ examples }) => examples.length > 0);
  const lines = named.map(
    ({ effect, examples }) =>
      `- ${examples.map((example) => `“${example}”`).join(', ')}: ${effect}`,
  );
  return [
    '# Instructions of a live swap',
    '',
    'A live swap takes an instruction in English words. Capitals, order and politeness make no difference. Backgrounds and colours may also be',
    'said as they are of pictures and videos ([docs/instructions.md](instructions.md)), in German and Spanish too, in parts of their own.',
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
    '## What of the character is shown',
    '',
    'Without a wish, as much as the picture of the character shows: the body, when the person in it goes on for 25 cm or more',
    'below the chin with shoulders or arms; else the head, when all of it is in the picture; else the face. The reply to',
    '`set_image` and `prompt` says which (`mode`), and so do the figures that come once a second.',
    '',
    'Body and head take about half as much time again as the face. A machine that shows fewer than 12 pictures a second in the first 15 s',
    'of a session goes on with the face alone and says so with the warning `mode_reduced`. Later slowness changes nothing, and neither',
    'is a body or head given up that was asked for in words.',
    '',
    '## Built-in characters',
    '',
    'A `prompt` without a picture plays one of these drawings, so that a session needs nothing else. The one that has most of',
    `what the words say is played; without such words, ${builtInCharacters[0]?.name ?? ''}. A picture that was sent before or comes later takes its place.`,
    '',
    ...builtInCharacters.map(({ name, traits }) => `- ${name}: ${traits.join(', ')}`),
    '',
    `Words: ${Object.values(characterTraits).flat().map(toWords).join('; ')}.`,
    '',
  ].join('\n');
}

/** A phrase as people read it. */
function toWords(phrase: string): string {
  return phrase.replaceAll('{colour}? ', '').replaceAll('|', '/');
}
