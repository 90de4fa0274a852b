import { describe, expect, it } from 'vitest';
import { isReimagineStep } from '../live-step.ts';
import { readPrompt } from './read-prompt.ts';

type Step = ReturnType<typeof readPrompt>['steps'][number];

function label(step: Step): string {
  const names = [
    'grade' in step ? step.grade : 'style' in step ? step.style : step.kind,
    'text' in step ? `“${step.text}” ${step.place.down} ${step.place.across}` : '',
    'part' in step ? String(step.part) : '',
    'where' in step && step.where !== undefined
      ? `${step.where.isInverted ? 'all but ' : ''}${step.where.region}`
      : '',
  ];
  return names.filter(Boolean).join(' ');
}

/** Returns the steps of a prompt, and whether anything of it is reported or refused. */
function read(prompt: string): string {
  const { steps, notOffered, notUnderstood } = readPrompt(prompt);
  const isTold = notOffered.length + notUnderstood.length > 0;
  return [...steps.filter(isReimagineStep).map(label), ...(isTold ? ['told'] : [])].join(', ');
}

describe('nothing is done that was not asked for, and nothing asked for is passed over', () => {
  it.each([
    // Where captions stand, and what they are drawn like.
    ['write "SOLD" across the photo', 'words “SOLD” middle middle'],
    ['write "SOLD" across the bottom', 'words “SOLD” bottom middle'],
    ['text "AUSVERKAUFT" quer drüber in rot', 'words “AUSVERKAUFT” middle middle'],
    ['schreib "VERKAUFT" quer über das bild', 'words “VERKAUFT” middle middle'],
    ['a caption that says "me on monday" like a meme', 'words “me on monday” bottom middle, told'],
    ['schreib "montag" drauf wie bei nem meme', 'words “montag” bottom middle, told'],
    // Adjectives of frames, and what illustrates a style.
    ['Ölgemälde, dunkler Rahmen drum', 'oil, border'],
    ['put a thin dark frame around it', 'border'],
    ['pop art dots like a comic book from the 60s', 'halftone'],
    // What stays beside what becomes grey or another background.
    ['nur der hintergrund schwarzweiß, ich bleib farbig', 'black_and_white all but person'],
    ['only the background black and white, me in colour', 'black_and_white all but person'],
    ['me black and white, the background in colour', 'black_and_white all but background'],
    ['weißer hintergrund schatten vom schuh soll bleiben', 'background_colour, told'],
    ['red background hat stays the same', 'background_colour, told'],
    ['video wie nachts, blaues licht von rechts', 'night, relight'],
  ])('“%s”: %s', (prompt, expected) => {
    expect(read(prompt)).toBe(expected);
  });
});
