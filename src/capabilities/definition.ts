import type { Operations, SubmitName } from '../contract/api/operations.ts';
import type { HintName } from '../contract/job-hints.ts';
import type { Language } from '../contract/languages.ts';
import type { CapabilityEstimate } from './form/estimate.ts';
import type { FieldDesign, FieldWords, HintDesign } from './form/field-design.ts';
import type { FieldTexts, RequestField } from './form/field-texts.ts';

/** A capability by the operation that submits it; the compiler asks for all that the request needs. */
interface DefinitionOf<N extends SubmitName> {
  readonly feature: Operations[N]['feature'];
  /** The operation that submits it. */
  readonly operation: N;
  readonly result: 'image' | 'audio' | 'video';
  /** Symbol of its form and its jobs. */
  readonly symbol: CapabilitySymbol;
  readonly texts: CapabilityTexts<N>;
  /** How its fields are shown, where that differs from `form/shared-fields.ts`. */
  readonly fields?: { readonly [F in RequestField<N>]?: FieldDesign } | undefined;
  /** What may be said beside the request to the service of this computer, and how it is shown. */
  readonly hints?: { readonly [H in HintName]?: HintDesign } | undefined;
  readonly estimate: CapabilityEstimate;
  /** What the wishes of its `prompt` change; absent where a prompt is no list of wishes. */
  readonly instructions?: InstructionSubject | undefined;
}

/** What is changed by words. */
export type InstructionSubject = 'pictures' | 'video';

/** What a capability is, for whoever offers or does it. Its limits are those of its operation. */
export type CapabilityDefinition = { [N in SubmitName]: DefinitionOf<N> }[SubmitName];

/** Symbols that a capability can have; the page draws each. */
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

/** What the form of a capability says of the whole. */
export interface CapabilityWords {
  readonly title: string;
  /** One sentence under the title. */
  readonly text: string;
  /** What to drop or write first. */
  readonly hint: string;
  /** What the button that sends it says: what happens, in a verb. */
  readonly action: string;
}

/** The same in every language: the form, and each field that has no words in `form/shared-fields.ts`. */
export type CapabilityTexts<N extends SubmitName> = Readonly<
  Record<
    Language,
    CapabilityWords &
      (object extends FieldTexts<N>
        ? { readonly fields?: (FieldTexts<N> & HintTexts) | undefined }
        : { readonly fields: FieldTexts<N> & HintTexts })
  >
>;

/** Words of hints, where those that several forms have do not fit. */
type HintTexts = { readonly [H in HintName]?: FieldWords };
