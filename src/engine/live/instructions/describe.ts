import { instructionLanguages } from '../../../instructions/language-words.ts';
import { describeWishes } from '../../../instructions/prompt/describe-wishes.ts';
import { listOffered } from '../../../instructions/prompt/document-rules.ts';
import { listTraitWords } from '../../../instructions/words/live.ts';
import { builtInCharacters } from '../built-in/built-in-characters.ts';

/** Returns examples of everything that instructions support, for a warning. */
export function describeTopics(): string {
  topics ??= describeWishes('en', { isLive: true });
  return topics;
}

let topics: string | null = null;

/** Returns the page of the documentation as Markdown. */
export function describeInstructions(): string {
  return [
    '# Instructions of a live swap',
    '',
    'A live swap takes an instruction in English, German or Spanish words; parts between commas may be in different languages. Capitals, order and',
    'politeness make no difference. It is read as prompts for pictures and videos are ([docs/instructions.md](instructions.md)). Whatever is not',
    'understood, or understood and not done live, comes back as a warning with the words it is about; nothing is ignored silently.',
    '',
    ...listOffered({ isLive: true }),
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
    'Arms that the picture shows from shoulder to wrist, off the body, move as the streamer’s. A machine that stays below 24 pictures a second with them',
    'leaves them as in the picture and says so with the warning `arms_still`.',
    '',
    '## Built-in characters',
    '',
    'A `prompt` without a picture plays one of these drawings, so that a session needs nothing else. The one that has most of',
    `what the words say is played; without such words, ${builtInCharacters[0]?.name ?? ''}. A picture that was sent before or comes later takes its place.`,
    '',
    ...builtInCharacters.map(({ name, traits }) => `- ${name}: ${traits.join(', ')}`),
    '',
    'Words beside red, dark, grey and blonde hair:',
    '',
    ...instructionLanguages.map(
      (language) => `- ${language}: ${listTraitWords(language).join('; ')}`,
    ),
    '',
  ].join('\n');
}
