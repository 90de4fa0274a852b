import type { InspectionAim } from '../../contract/inspection.ts';

/** Texts of a field, in one language. */
export interface FieldWords {
  readonly label: string;
  /** Content or effect of the field. */
  readonly hint?: string | undefined;
  /** Shown while the field is required and empty; by default its label is named. */
  readonly missing?: string | undefined;
  /** Label of the empty choice, such as "As the video". */
  readonly unset?: string | undefined;
  /** Unit behind a number, such as `s`. */
  readonly unit?: string | undefined;
  /** Name of each choice. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
}

/** Presentation of a field beyond its request schema. */
export interface FieldDesign {
  /** True to list the field under "More". */
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
  /** Field of the request whose file the hint belongs to; the hint is shown beside it. */
  readonly beside?: string | undefined;
  /** Further condition: a choice of the request. */
  readonly onlyFor?: { readonly field: string; readonly isOneOf: readonly string[] } | undefined;
}
