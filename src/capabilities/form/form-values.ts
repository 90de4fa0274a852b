import { exampleFileKeys } from '../../contract/api/fields.ts';
import { parseJsonBody } from '../../contract/api/parse.ts';
import { type JobHints, jobHintsSchema } from '../../contract/job-hints.ts';
import type { JobOptions } from '../../contract/ipc/jobs.ts';
import type { CapabilityForm, FieldCondition, FormField } from './form.ts';

/** A field that takes one file, or several in order. */
export type FileField = Extract<FormField, { readonly control: 'file' | 'files' }>;

/** Returns true when a field takes files. */
export function isFileField(field: FormField): field is FileField {
  return field.control === 'file' || field.control === 'files';
}

/** Values entered in a form. */
export interface FilledForm {
  readonly options: JobOptions;
  /** Number of files by field; absent means none. */
  readonly files: Readonly<Record<string, number>>;
}

/** Value of a field other than a file. */
export type FieldValue = JobOptions[string];

/** A field that prevents submitting the form: it is empty, or its value is invalid. */
export interface FieldFault {
  readonly field: FormField;
  readonly reason: 'missing' | 'invalid';
}

/** Returns the value that a field shows: the given one if it has the right type, else the initial one. */
export function findFieldValue(field: FormField, options: JobOptions): FieldValue | null {
  const value = options[field.field];
  switch (field.control) {
    case 'choice':
      return field.choices.find((choice) => choice === value) ?? field.initial;
    case 'switch':
      return typeof value === 'boolean' ? value : field.initial;
    case 'number':
      return typeof value === 'number' ? value : field.initial;
    case 'person':
      return typeof value === 'number' ? value : null;
    case 'joints':
    case 'text':
    case 'voice':
    case 'language':
      return typeof value === 'string' && value.trim() !== '' ? value : null;
    case 'file':
    case 'files':
      return null;
  }
}

/** Returns the fields that apply to the entered values; the others are neither shown nor sent. */
export function listShownFields(form: CapabilityForm, filled: FilledForm): readonly FormField[] {
  const isShown = ({ condition, alsoCondition }: FormField): boolean =>
    [condition, alsoCondition ?? null].every(isMet);
  const isMet = (condition: FieldCondition | null): boolean => {
    if (condition === null) {
      return true;
    }
    const decider = form.fields.find(({ field }) => field === condition.field);
    if (decider === undefined || !isShown(decider)) {
      return false;
    }
    return 'isEmpty' in condition
      ? isEmpty(decider, filled) === condition.isEmpty
      : condition.isOneOf.includes(String(findFieldValue(decider, filled.options)));
  };
  return form.fields.filter(isShown);
}

/** Collects the values of the shown fields, which are sent beside the files. */
export function toOptions(form: CapabilityForm, filled: FilledForm): JobOptions {
  return Object.fromEntries(
    listShownFields(form, filled).flatMap((field) => {
      const value = findFieldValue(field, filled.options);
      return value === null ? [] : [[field.field, value]];
    }),
  );
}

/** File of a field, by the key of its upload. */
type KeyedFile = { readonly field: string; readonly fileKey: string | null };

/**
 * Collects the hints among options and files; null when there are none. Throws `invalid_input` when they are
 * invalid.
 */
export function toHints(
  form: CapabilityForm,
  options: JobOptions,
  files: readonly KeyedFile[],
): JobHints | null {
  const hints = pickValues(form, options, files, true);
  return Object.keys(hints).length === 0 ? null : parseJsonBody({ schema: jobHintsSchema }, hints);
}

/** Creates the body of a request: options other than hints, and each file in its field, in the order of the list. */
export function toBody(
  form: CapabilityForm,
  options: JobOptions,
  files: readonly KeyedFile[],
): Readonly<Record<string, unknown>> {
  return pickValues(form, options, files, false);
}

/**
 * Validates options and files against the request before any of them is sent. Throws the error of the service:
 * `invalid_input` that names the field. Files that were not sent yet are represented by an example key of their
 * kind.
 */
export function checkRequest(
  form: CapabilityForm,
  options: JobOptions,
  files: readonly { readonly field: string }[],
): void {
  const keyed = withExamples(form, files);
  parseJsonBody(form.body, toBody(form, options, keyed));
  toHints(form, options, keyed);
}

/** Returns the fields that prevent submitting the form, in order; the request schema decides. */
export function listFieldFaults(form: CapabilityForm, filled: FilledForm): readonly FieldFault[] {
  const shown = listShownFields(form, filled);
  const files = shown.flatMap(({ field }) =>
    Array.from({ length: filled.files[field] ?? 0 }, () => ({ field })),
  );
  const keyed = withExamples(form, files);
  const options = toOptions(form, filled);
  const body = toBody(form, options, keyed);
  const hints = pickValues(form, options, keyed, true);
  const issues = [
    ...(form.body.schema.safeParse(body).error?.issues ?? []),
    ...(jobHintsSchema.safeParse(hints).error?.issues ?? []),
  ];
  const wrong = new Set(issues.map(({ path }) => path[0]));
  return shown.flatMap((field): FieldFault[] => {
    if (field.isRequired && isEmpty(field, filled)) {
      return [{ field, reason: 'missing' }];
    }
    return wrong.has(field.field) ? [{ field, reason: 'invalid' }] : [];
  });
}

/** Selects the options and files that are hints, or those that are not; files of a list keep their order. */
function pickValues(
  form: CapabilityForm,
  options: JobOptions,
  files: readonly KeyedFile[],
  isHint: boolean,
): Readonly<Record<string, unknown>> {
  const hints = new Set(form.fields.flatMap((field) => (field.isHint ? [field.field] : [])));
  const values: Record<string, unknown> = { ...options };
  for (const { field, fileKey } of files) {
    const isList = form.fields.some((known) => known.field === field && known.control === 'files');
    const before = values[field];
    values[field] = isList ? [...(Array.isArray(before) ? before : []), fileKey] : fileKey;
  }
  return Object.fromEntries(
    Object.entries(values).filter(([field]) => hints.has(field) === isHint),
  );
}

function isEmpty(field: FormField, { options, files }: FilledForm): boolean {
  return isFileField(field)
    ? (files[field.field] ?? 0) === 0
    : findFieldValue(field, options) === null;
}

function withExamples(form: CapabilityForm, files: readonly { readonly field: string }[]) {
  return files.map(({ field }) => {
    const known = form.fields.find((candidate) => candidate.field === field);
    const kind = known !== undefined && isFileField(known) ? known.kind : 'images';
    return { field, fileKey: exampleFileKeys[kind] };
  });
}
