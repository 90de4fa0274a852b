import type { InspectionAim } from '../../contract/inspection.ts';

/** Texts of a field, in one language. */
export interface FieldWords {
  readonly label: string;
  /** Content or effect of the field. */
  readonly hint?: string | undefined;
  /** Shown while the field is required and empty; by default its label is named. */
  readonly missing?: string | undefined;
  /** Meaning of an empty choice, such as "As the video". */
  readonly unset?: string | undefined;
  /** Stands behind a number, such as `s`. */
  readonly unit?: string | undefined;
  /** Name of each choice. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
}

/** Presentation of a field beyond its request schema. */
export interface FieldDesign {
  /** Behind "More": most people leave it as it is. */
  readonly isAdvanced?: boolean | undefined;
  /** Initial value; by default the value that the request assumes for an absent field. */
  readonly initial?: string | number | boolean | undefined;
  /** Purpose for which its files are inspected as soon as they are chosen. */
  readonly aim?: InspectionAim | undefined;
  /** Suggested numbers beside a custom one. */
  readonly presets?: readonly number[] | undefined;
}

/** Presentation of a hint. */
export interface HintDesign extends FieldDesign {
  /** A field of the request whose file it belongs to: it is shown beside one. */
  readonly beside?: string | undefined;
  /** A choice of the request that it is shown for as well. */
  readonly onlyFor?: { readonly field: string; readonly isOneOf: readonly string[] } | undefined;
}
