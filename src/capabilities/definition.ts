import type { Operations, SubmitName } from '../contract/api/operations.ts';
import type { HintName } from '../contract/job-hints.ts';
import type { Language } from '../contract/languages.ts';
import type { CapabilityEstimate } from './form/estimate.ts';
import type { FieldDesign, FieldWords, HintDesign } from './form/field-design.ts';
import type { FieldTexts, RequestField } from './form/field-texts.ts';

/** Capability by its submit operation; the compiler requires all texts that the request needs. */
interface DefinitionOf<N extends SubmitName> {
  readonly feature: Operations[N]['feature'];
  /** The operation that submits it. */
  readonly operation: N;
  readonly result: 'image' | 'audio' | 'video';
  /** Icon of its form and its jobs. */
  readonly symbol: CapabilitySymbol;
  readonly texts: CapabilityTexts<N>;
  /** Presentation of its fields, where it differs from `form/shared-fields.ts`. */
  readonly fields?: { readonly [F in RequestField<N>]?: FieldDesign } | undefined;
  /** Hints beside the request for the local service, with their presentation. */
  readonly hints?: { readonly [H in HintName]?: HintDesign } | undefined;
  readonly estimate: CapabilityEstimate;
  /** Subject of the instructions in its `prompt`; absent when the prompt is no instruction. */
  readonly instructions?: InstructionSubject | undefined;
}

/** Subject that instructions change. */
export type InstructionSubject = 'pictures' | 'video';

/** Definition of a capability for clients and processors. Its limits are those of its operation. */
export type CapabilityDefinition = { [N in SubmitName]: DefinitionOf<N> }[SubmitName];

/** Icons of capabilities; the page draws each. */
export type CapabilitySymbol =
  | 'clapperboard'
  | 'film'
  | 'exchange'
  | 'message'
  | 'portrait'
  | 'scan_face'
  | 'sound'
  | 'speech'
  | 'walk'
  | 'wand';

/** General texts of a form. */
export interface CapabilityWords {
  readonly title: string;
  /** Sentence under the title. */
  readonly text: string;
  /** Placeholder of the main input. */
  readonly hint: string;
  /** Label of the submit button: the action, as a verb. */
  readonly action: string;
}

/** Texts of a form in every language, with those of each field that `form/shared-fields.ts` does not cover. */
export type CapabilityTexts<N extends SubmitName> = Readonly<
  Record<
    Language,
    CapabilityWords &
      (object extends FieldTexts<N>
        ? { readonly fields?: (FieldTexts<N> & HintTexts) | undefined }
        : { readonly fields: FieldTexts<N> & HintTexts })
  >
>;

/** Texts of hints that override the shared ones. */
type HintTexts = { readonly [H in HintName]?: FieldWords };
