import catalogue from '../../../resources/voices/catalogue.json' with { type: 'json' };
import type { VoiceShift } from './convert/voice-mapper.ts';
import type { EngineVoice } from './engines/engine.ts';

/**
 * How well a voice is understood, measured and not promised: `good` about four of five words by a
 * recogniser, `fair` most of them with attention, `basic` like a machine that spells by rules. None sounds
 * like a person.
 */
export type VoiceQuality = 'good' | 'fair' | 'basic';

/** A voice: one that comes with the program, or one of a model of the user. */
export interface CatalogueVoice extends EngineVoice {
  readonly id: string;
  /** Character and tone: "Rowan, steady narrator". */
  readonly label: string;
  /** BCP 47, such as `pt-BR`. */
  readonly tag: string;
  /** Name in English: "Brazilian Portuguese". */
  readonly language: string;
  /** Whose voice it resembles: a man's, a woman's, a child's. Null where a model does not say. */
  readonly register: 'low' | 'high' | 'child' | null;
  /** Quality of a model as its makers state it. */
  readonly quality: VoiceQuality;
  /** SPDX name of the licence of its engine and recordings; of a model, what is known of it. */
  readonly licence: string;
  /** How our converter changes what the engine says; null where it does not. */
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

/** Every voice that comes with the program, English first. */
export const voiceCatalogue: readonly CatalogueVoice[] = catalogue.voices.map(toVoice);

/** The voice of an id; null when there is none. */
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

/** A language in English, as catalogues and messages name it. */
export function nameLanguage(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag;
}
