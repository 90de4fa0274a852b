import type { ListedVoice } from '../../contract/ipc/voices.ts';
import type { Text } from '../i18n/text.ts';
import { formatLanguage } from '../i18n/format-language.ts';
import { formatTone } from '../i18n/foreign-words.ts';

/** The language of a voice; of one without a tag, as its service calls it. */
export function toVoiceLanguage(text: Text, voice: ListedVoice): string {
  return voice.facts === null ? voice.language : formatLanguage(text, voice.facts.tag);
}

/** Name and character of a label such as "Rowan, steady narrator". */
export function splitName(name: string): { readonly speaker: string; readonly tone: string } {
  const comma = name.indexOf(', ');
  return comma < 0
    ? { speaker: name, tone: '' }
    : { speaker: name.slice(0, comma), tone: name.slice(comma + 2) };
}

/** A voice's label such as "Rowan, steady narrator", in the language of the page. */
export function formatVoiceName(text: Text, name: string): string {
  const { speaker, tone } = splitName(name);
  return tone === '' ? speaker : `${speaker}, ${formatTone(text, tone)}`;
}

/** Searchable text of a voice: everything that is shown of it. */
function describeVoice(text: Text, voice: ListedVoice): string {
  const { facts } = voice;
  const known = facts === null ? [] : [facts.engine, facts.tag, facts.licence];
  const register = facts?.register ?? null;
  if (register !== null) {
    known.push(text.t(`voice.register.${register}`));
  }
  const tone = formatTone(text, splitName(voice.name).tone);
  return [voice.name, tone, toVoiceLanguage(text, voice), voice.language, ...known].join(' ');
}

/** Voices with a word that begins with each typed word, limited to a language if one is chosen. */
export function filterVoices(
  text: Text,
  voices: readonly ListedVoice[],
  filter: { readonly typed: string; readonly language: string | null },
): readonly ListedVoice[] {
  const starts = toWords(filter.typed);
  return voices.filter((voice) => {
    if (filter.language !== null && toVoiceLanguage(text, voice) !== filter.language) {
      return false;
    }
    const words = toWords(describeVoice(text, voice));
    return starts.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** Languages that have a voice, in the order of the alphabet, with how many. */
export function countLanguages(
  text: Text,
  voices: readonly ListedVoice[],
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const voice of voices) {
    const name = toVoiceLanguage(text, voice);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const collator = new Intl.Collator(text.language);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => collator.compare(one.name, other.name));
}

/** Small letters without accents, so that `francais` finds `Français`. */
function toWords(text: string): readonly string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
