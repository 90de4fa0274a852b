import { instructionLanguages } from '../../../instructions/language-words.ts';
import { describeWishes } from '../../../instructions/prompt/wishes/describe-wishes.ts';
import { listOffered } from '../../../instructions/prompt/wishes/document-rules.ts';
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
    'A live swap accepts an instruction in English, German or Spanish; parts between commas may be in different languages. Capitals,',
    'order and politeness make no difference. Instructions are read like prompts for pictures and videos',
    '([docs/instructions.md](instructions.md)). Words that are not understood, or not done live, come back in a warning; nothing is',
    'ignored silently.',
    '',
    ...listOffered({ isLive: true }),
    '',
    'An amount is “slightly”, “a bit”, “half”, “strongly”, “very” or a percentage.',
    '',
    'If two wishes exclude each other, the later one counts, and a warning reports it.',
    '',
    '## Visible part of the character',
    '',
    'Without a wish, a session shows as much of the character as its picture: the body if the picture shows at least 25 cm below the',
    'chin with shoulders or arms, else the head if it is completely in the picture, else the face. The reply to `set_image` and',
    '`prompt` states the part (`mode`), and so do the statistics that come once a second.',
    '',
    'Body and head take about 1.5 times as long as the face. A machine that shows fewer than 12 frames a second in the first 15 s of a',
    'session continues with the face alone and sends the warning `mode_reduced`. Later slowness changes nothing. A body or head that',
    'was requested in words is always kept.',
    '',
    'Arms that the picture shows from shoulder to wrist, off the body, move as the streamer’s. A machine that stays below 24 frames a',
    'second with them keeps them as in the picture and sends the warning `arms_still`.',
    '',
    '## Built-in characters',
    '',
    'A `prompt` without a picture shows one of these drawings, so that a session needs nothing else. It is the drawing that matches most',
    `of the words, or ${builtInCharacters[0]?.name ?? ''} without such words. A picture that was sent before or is sent later takes its place.`,
    '',
    ...builtInCharacters.map(({ name, traits }) => `- ${name}: ${traits.join(', ')}`),
    '',
    'Words for traits, apart from red, dark, grey and blonde hair:',
    '',
    ...instructionLanguages.map(
      (language) => `- ${language}: ${listTraitWords(language).join('; ')}`,
    ),
    '',
  ].join('\n');
}
