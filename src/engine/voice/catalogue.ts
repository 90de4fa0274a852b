import catalogue from '../../../resources/voices/catalogue.json' with { type: 'json' };
import type { VoiceShift } from './convert/voice-mapper.ts';
import type { EngineVoice } from './engines/engine.ts';

/**
 * Measured intelligibility of a voice: `good` about four of five words by a speech recogniser, `fair` most words with
 * attention, `basic` like rule-based synthesis. None sounds like a person.
 */
export type VoiceQuality = 'good' | 'fair' | 'basic';

/** Built-in voice, or a voice of a user's model. */
export interface CatalogueVoice extends EngineVoice {
  readonly id: string;
  /** Character and tone: "Rowan, steady narrator". */
  readonly label: string;
  /** BCP 47, such as `pt-BR`. */
  readonly tag: string;
  /** Name in English: "Brazilian Portuguese". */
  readonly language: string;
  /** Register of the speaker: a man's, a woman's or a child's voice. Null where a model does not say. */
  readonly register: 'low' | 'high' | 'child' | null;
  /** Quality of a user's model as stated by its makers. */
  readonly quality: VoiceQuality;
  /** SPDX id of the licence of the engine and its recordings; for a model, as far as known. */
  readonly licence: string;
  /** Voice conversion applied to the engine's output; null without one. */
  readonly shift: VoiceShift | null;
}

const licences = { flite: 'MIT-Festival', espeak: 'GPL-3.0-or-later' } as const;

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly tone: string;
  readonly tag: string;
  readonly register: string;
  readonly engine: string;
  readonly base: string;
  readonly quality: string;
  readonly pace?: number;
  readonly shift?: VoiceShift;
}

/** All built-in voices, English first. */
export const voiceCatalogue: readonly CatalogueVoice[] = catalogue.voices.map(toVoice);

/** Returns the voice with an id; null without one. */
export function findVoice(id: string, voices = voiceCatalogue): CatalogueVoice | null {
  return voices.find((voice) => voice.id === id) ?? null;
}

function toVoice(entry: Entry): CatalogueVoice {
  const engine = entry.engine === 'flite' ? 'flite' : 'espeak';
  return {
    id: entry.id,
    label: `${entry.name}, ${entry.tone}`,
    tag: entry.tag,
    language: nameLanguage(entry.tag),
    register: entry.register === 'low' ? 'low' : entry.register === 'high' ? 'high' : 'child',
    quality: entry.quality === 'good' ? 'good' : entry.quality === 'fair' ? 'fair' : 'basic',
    licence: licences[engine],
    engine,
    base: entry.base,
    pace: entry.pace ?? 1,
    shift: entry.shift ?? null,
  };
}

/** Returns the English name of a language. */
export function nameLanguage(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
}
