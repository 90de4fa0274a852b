import type { ListedVoice } from '../../contract/ipc/voices.ts';
import { jobFeatureNames } from '../../contract/api/features.ts';
import type { LibraryItem, LibraryQuery } from '../../contract/ipc/library.ts';
import type { Text } from '../i18n/text.ts';
import { toCapabilityTitle } from '../jobs/job-words.ts';
import { filterVoices } from '../jobs/voice-words.ts';

const maxWords = 8;
const maxVoices = 500;
const maxChars = 64;

/** Name of an item; for one without a name, its kind. */
export function toItemName(text: Text, item: LibraryItem): string {
  const name = item.kind === 'session' ? (item.character ?? '') : item.name;
  return name === '' ? toItemKind(text, item) : name;
}

/** Feature or kind of an item. */
export function toItemKind(text: Text, { kind, feature }: LibraryItem): string {
  return kind === 'job' ? toCapabilityTitle(text, feature ?? '') : text.t(`library.one.${kind}`);
}

/** Feature of an item, with its character or voice. */
export function describeItem(text: Text, item: LibraryItem): string {
  const who = item.kind === 'session' ? item.voice : (item.character ?? item.voice);
  const kindTitle = toItemKind(text, item);
  return who === null ? kindTitle : text.t('library.with', { what: kindTitle, who });
}

/** The typed words, with the capabilities and voices whose names have them in the language of the interface. */
export function toQueryWords(
  text: Text,
  typed: string,
  voices: readonly ListedVoice[],
): LibraryQuery['words'] {
  const words = typed.split(/\s+/u).filter((word) => word !== '');
  return words.slice(0, maxWords).map((word) => ({
    text: word.slice(0, maxChars),
    features: jobFeatureNames.filter((feature) =>
      toCapabilityTitle(text, feature).toLocaleLowerCase().includes(word.toLocaleLowerCase()),
    ),
    voiceIds: filterVoices(text, voices, { typed: word, language: null })
      .slice(0, maxVoices)
      .map(({ id }) => id),
  }));
}
