import { en, type TextKey } from './en/catalogue.ts';
import type { Text } from './text.ts';

/** English message of a service about a voice, a session or a result. */
interface ServiceWarning {
  readonly code: string;
  readonly message: string;
}

/** The character of a voice, such as "steady narrator"; of a voice that Guise does not know as its service calls it. */
export function formatTone({ t }: Text, tone: string): string {
  const key = findKey(`voice.tone.${toSlug(tone)}`);
  return key === null ? tone : t(key);
}

/** Name and description of a voice changer target; for an unknown one, the service's own. */
export function formatTarget(
  { t }: Text,
  target: { readonly id: string; readonly name: string; readonly description: string },
): { readonly name: string; readonly description: string } {
  const name = findKey(`changer.voice.${toSlug(target.id)}.name`);
  const description = findKey(`changer.voice.${toSlug(target.id)}.text`);
  return {
    name: name === null ? target.name : t(name),
    description: description === null ? target.description : t(description),
  };
}

/** Warnings about a live session with one title, and the text of what they say. */
interface WarningGroup<T extends ServiceWarning> {
  readonly title: string;
  readonly text: string;
  readonly warnings: readonly T[];
}

/** Groups warnings by their titles, in their order; equal texts are shown once. */
export function groupWarnings<T extends ServiceWarning>(
  text: Text,
  warnings: readonly T[],
): readonly WarningGroup<T>[] {
  const groups = Map.groupBy(warnings, (warning) => findWarningTitle(text, warning));
  return [...groups].map(([title, alike]) => ({
    title,
    text: [...new Set(alike.map((warning) => formatWarning(text, warning)))].join(' '),
    warnings: alike,
  }));
}

function findWarningTitle({ t }: Text, { code }: ServiceWarning): string {
  if (isAboutInstruction(code)) {
    return t('output.warning.title');
  }
  return t(findKey(`output.warning.${code}.title`) ?? 'output.warning.other');
}

/** A warning by its code, with the words that it quotes; about instructions the service says more in English. */
function formatWarning({ language, t }: Text, { code, message }: ServiceWarning): string {
  const key = findKey(`output.warning.${code}`);
  if (key === null || (language === 'en' && isAboutInstruction(code))) {
    return message;
  }
  const quoted = [...message.matchAll(/“[^“”]*”/g)].map(([words]) => words).join(', ');
  return t(key, { quoted });
}

function isAboutInstruction(code: string): boolean {
  return ['not_understood', 'not_offered', 'contradiction'].includes(code);
}

/** Text of a note on a result by its code; for an unknown one, the service's own. */
export function noteText({ t }: Text, { code, message }: ServiceWarning): string {
  const key = findKey(`job.note.${code}`);
  // Quotes of the user's words are in the report, in every language; some of these contain quotes too.
  const quoted = [...message.matchAll(/“[^“”]*”(?=: )/g)].map(([words]) => words);
  const all = [...message.matchAll(/“[^“”]*”/g)].map(([words]) => words);
  const words = (quoted.length === 0 ? all : quoted).join(', ');
  return key === null ? message : t(key, { words });
}

function toSlug(words: string): string {
  return words.toLowerCase().replaceAll(/[^a-z]+/g, '_');
}

function findKey(key: string): TextKey | null {
  return isKey(key) ? key : null;
}

function isKey(key: string): key is TextKey {
  return Object.hasOwn(en, key);
}
