import type { CapabilityTexts, CapabilityWords } from '../../capabilities/definition.ts';
import { type BuiltInFeature, capabilities } from '../../capabilities/definitions.ts';

type CapabilityKey = `form.${BuiltInFeature}.${keyof CapabilityWords}`;

/** The texts that capabilities bring along, as keys of the catalogue. */
export function toCapabilityTexts(
  language: keyof CapabilityTexts,
): Readonly<Record<CapabilityKey, string>> {
  const entries = capabilities.flatMap(({ feature, texts }) =>
    Object.entries(texts[language]).map(([name, words]) => [`form.${feature}.${name}`, words]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every feature has all words
  return Object.fromEntries(entries) as Record<CapabilityKey, string>;
}
