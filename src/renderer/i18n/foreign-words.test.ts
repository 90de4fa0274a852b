import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { noteText, formatTarget, formatTone, groupWarnings } from './foreign-words.ts';
import { jobNoteCodes } from '../../contract/api/resources/job.ts';
import { loadAllCatalogues } from './catalogues.ts';
import { createText } from './text.ts';

await loadAllCatalogues();

const [english, german, spanish] = [createText('en'), createText('de'), createText('es')];
const read = (name: string): { voices?: { tone: string }[]; targets?: Target[] } =>
  JSON.parse(readFileSync(new URL(`../../../resources/voices/${name}`, import.meta.url), 'utf8'));
interface Target {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

it('says the character of every voice that Guise brings along in the language of the page', () => {
  for (const { tone } of read('catalogue.json').voices ?? []) {
    expect(formatTone(english, tone)).toBe(tone);
    expect(formatTone(german, tone), tone).not.toBe(tone);
    expect(formatTone(spanish, tone), tone).not.toBe(tone);
  }
  expect(formatTone(german, 'hoarse')).toBe('hoarse');
});

it('names every target of the voice changer in the language of the page', () => {
  for (const target of read('changer-targets.json').targets ?? []) {
    const { name, description } = target;
    expect(formatTarget(english, target)).toEqual({ name, description });
    expect(formatTarget(german, target).description, target.id).not.toBe(description);
    expect(formatTarget(spanish, target).description, target.id).not.toBe(description);
  }
  const own = { id: 'my-voice', name: 'Mine', description: 'My own.' };
  expect(formatTarget(german, own)).toEqual({ name: 'Mine', description: 'My own.' });
});

it('says a warning by its code, with the words it is about', () => {
  const warning = {
    code: 'not_understood',
    message: 'Not understood: “a hat”, “flying”. You can ask for: backgrounds.',
  };
  const title = 'Not everything was understood';
  expect(groupWarnings(english, [warning])).toEqual([
    { title, text: warning.message, warnings: [warning] },
  ]);
  expect(groupWarnings(german, [warning])).toMatchObject([
    { text: 'Nicht alles in der Anweisung wurde verstanden: “a hat”, “flying”' },
  ]);
  const unknown = { code: 'new_code', message: 'New.' };
  expect(groupWarnings(german, [unknown])).toMatchObject([
    { title: 'Der Dienst meldet ein Problem', text: 'New.' },
  ]);
});

it('says of a session what happened to it, in no language as the service tells programs', () => {
  const message = 'send set_image';
  const reduced = { code: 'mode_reduced', message };
  const refused = { code: 'not_offered', message: '“a hat” is not done.' };
  for (const text of [english, german, spanish]) {
    const groups = groupWarnings(text, [
      refused,
      reduced,
      { code: 'no_character', message },
      refused,
    ]);
    expect(groups.map(({ warnings }) => warnings.length)).toEqual([2, 1, 1]);
    expect(new Set(groups.map(({ title }) => title)).size).toBe(3);
    expect(groups.map((group) => group.text).join(' ')).not.toContain(message);
  }
  const [group] = groupWarnings(german, [refused, { ...refused, message: '“a cat” is not done.' }]);
  expect(group?.text).toBe('Etwas in der Anweisung wird nicht angeboten.');
});

it('says every note on a result in the language of the page, and one of a newer service in its words', () => {
  const message = 'As the service says it.';
  for (const code of jobNoteCodes) {
    const words = [english, german, spanish].map((text) => noteText(text, { code, message }));
    expect(new Set([...words, message]).size, code).toBe(4);
  }
  expect(noteText(german, { code: 'other', message })).toBe(message);
});
