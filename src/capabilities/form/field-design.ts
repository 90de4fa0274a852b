import type { InspectionAim } from '../../contract/inspection.ts';

/** What a form says of a field, in one language. */
export interface FieldWords {
  readonly label: string;
  /** What belongs into it, or what it does. */
  readonly hint?: string | undefined;
  /** Said while the field is needed and empty; by default its label is named. */
  readonly missing?: string | undefined;
  /** What it means that nothing is chosen, such as "As the video". */
  readonly unset?: string | undefined;
  /** Stands behind a number, such as `s`. */
  readonly unit?: string | undefined;
  /** Name of each choice. */
  readonly choices?: Readonly<Record<string, string>> | undefined;
}

/** How a field is shown beyond what its request says. */
export interface FieldDesign {
  /** Behind "More": most people leave it as it is. */
  readonly isAdvanced?: boolean | undefined;
  /** What the form starts with; by default what the request says an absent field stands for. */
  readonly initial?: string | number | boolean | undefined;
  /** What its files are looked at for as soon as they lie there. */
  readonly aim?: InspectionAim | undefined;
  /** Numbers that are offered beside one of one's own. */
  readonly presets?: readonly number[] | undefined;
}

/** How a hint is shown. */
export interface HintDesign extends FieldDesign {
  /** A field of the request whose file it belongs to: it is shown beside one. */
  readonly beside?: string | undefined;
}
