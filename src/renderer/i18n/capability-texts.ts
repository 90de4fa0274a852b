import type { CapabilityWords } from '../../capabilities/definition.ts';
import { type BuiltInFeature, capabilities } from '../../capabilities/definitions.ts';
import type { Language } from '../../contract/languages.ts';
import type { FieldWords } from '../../capabilities/form/field-design.ts';
import { sharedFieldTexts } from '../../capabilities/form/shared-fields.ts';

type CapabilityKey = `form.${BuiltInFeature}.${keyof CapabilityWords}`;

/** The texts that capabilities bring along, as keys of the catalogue. */
export function toCapabilityTexts(language: Language): Readonly<Record<CapabilityKey, string>> {
  const entries = capabilities.flatMap(({ feature, texts }) => {
    const { title, text, hint, action } = texts[language];
    return Object.entries({ title, text, hint, action }).map(([name, words]) => [
      `form.${feature}.${name}`,
      words,
    ]);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every feature has all words
  return Object.fromEntries(entries) as Record<CapabilityKey, string>;
}

const shared: Readonly<Record<Language, Readonly<Record<string, FieldWords | undefined>>>> =
  sharedFieldTexts;

/** Texts of a field of a capability; for an unknown one, its name in the request. */
export function toFieldWords(language: Language, feature: string, field: string): FieldWords {
  const known = capabilities.find((capability) => capability.feature === feature);
  const own: Readonly<Record<string, FieldWords | undefined>> = known?.texts[language].fields ?? {};
  return { label: field, ...shared[language][field], ...own[field] };
}
