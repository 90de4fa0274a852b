import * as z from 'zod';

/**
 * Sentences about how a result was made and why no other engine did it, by code, with the facts of their texts. Each has a
 * text in every language of the interface.
 */
export const engineReasons = {
  /** Models of the user. */
  no_model_folder: [],
  no_swapper: [],
  built_in_chosen: ['models'],
  model_unusable: ['model', 'why'],
  needs_swapper: [],
  model_failed: ['model', 'why'],
  model_runs_on: ['model', 'provider', 'why'],
  too_far_aside: [],
  model_told: ['model', 'words'],
  told_in_part: [],
  /** Heads of pictures. */
  face_only_poses_differ: [],
  face_only_source_head_cut_off: [],
  face_only_neck_breaks: [],
  face_only_clothes_break: [],
  face_only_edge_breaks: [],
  face_only_light_differs: [],
  /** Bodies. */
  bent_by_joints: [],
  taken_out: [],
  head_only_body_missing: [],
  head_only_legs_missing: [],
  head_only_people_touch: [],
  head_only_other_side: [],
  head_only_torn: [],
  /** Mouths. */
  mouths_painted: ['frames'],
  mouths_drawn: [],
  mouths_mixed: ['mouths'],
  mouths_of_clip: ['mouths'],
  speaker_only_person: ['people'],
  speaker_speaks_most: ['people'],
  speaker_most_prominent: ['people'],
  words_given: [],
  portrait_by_model: ['frames'],
  portrait_own_teeth: [],
  portrait_drawn_teeth: [],
  /** Voices. */
  voice_matched: [],
  voice_of_guise: [],
  voice_of_model: ['model'],
  other_voice: [],
} as const satisfies Readonly<Record<string, readonly EngineFact[]>>;

/** Facts that are counts; every other one is a name, or the words of whoever said it. */
export const countFacts = ['frames', 'mouths', 'people'] as const;
type CountFact = (typeof countFacts)[number];
type EngineFact = CountFact | 'model' | 'models' | 'provider' | 'words' | 'why';

/** A key of {@link engineReasons}. */
export type EngineReasonCode = keyof typeof engineReasons;

/** Facts of a sentence by their names. */
export type EngineReasonFacts<Code extends EngineReasonCode> = {
  readonly [Name in (typeof engineReasons)[Code][number]]: Name extends CountFact ? number : string;
};

/** A sentence of a report; a client that does not know the code shows the English message. */
export const engineReasonSchema = z.object({
  code: z.string().max(64),
  message: z.string(),
  facts: z.record(z.string().max(64), z.union([z.string(), z.number()])),
});

/** See {@link engineReasonSchema}. */
export type EngineReason = z.output<typeof engineReasonSchema>;

/** Returns the code of a sentence with all facts of its text, of their kinds; null for another one. */
export function findEngineReason({
  code,
  facts,
}: Pick<EngineReason, 'code' | 'facts'>): EngineReasonCode | null {
  return isEngineReason(code) && engineReasons[code].every((name) => isFact(name, facts[name]))
    ? code
    : null;
}

function isFact(name: EngineFact, fact: string | number | undefined): boolean {
  const isCount = countFacts.some((count) => count === name);
  return isCount ? typeof fact === 'number' : typeof fact === 'string';
}

function isEngineReason(code: string): code is EngineReasonCode {
  return Object.hasOwn(engineReasons, code);
}
