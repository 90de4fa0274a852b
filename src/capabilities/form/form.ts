import * as z from 'zod';
import type { FieldRules, IgnoredFields } from '../../contract/api/field-rules.ts';
import {
  type AssetKind,
  fileKeys,
  language,
  textFields,
  voiceId,
} from '../../contract/api/fields.ts';
import { jobHintsSchema, personNumber } from '../../contract/job-hints.ts';
import type { InspectionAim } from '../../contract/inspection.ts';
import { placedJointsText } from '../../contract/placed-joints.ts';
import { operations } from '../../contract/api/operations.ts';
import type { CapabilityDefinition } from '../definition.ts';
import type { FieldDesign, HintDesign } from './field-design.ts';
import { sharedFieldDesigns } from './shared-fields.ts';

/** Condition under which a field is shown and sent: another field has one of some values, or a file, or none. */
export type FieldCondition =
  | { readonly field: string; readonly isOneOf: readonly string[] }
  | { readonly field: string; readonly isEmpty: boolean };

/** Control of a field, with the limits of the request. */
export type FieldControl =
  | { readonly control: 'file'; readonly kind: AssetKind }
  | {
      readonly control: 'files';
      readonly kind: AssetKind;
      readonly min: number;
      readonly max: number;
    }
  /** Text; maximum characters in code points. */
  | { readonly control: 'text'; readonly maxChars: number }
  | { readonly control: 'voice' }
  /** Selection among the people found in a file, see `findPeopleField`. */
  | { readonly control: 'person' }
  /** Joints placed by hand in the image of a file, see `findJointsField`. */
  | { readonly control: 'joints' }
  | { readonly control: 'language' }
  | {
      readonly control: 'choice';
      readonly choices: readonly (string | number)[];
      readonly initial: string | number | null;
    }
  | { readonly control: 'switch'; readonly initial: boolean }
  | {
      readonly control: 'number';
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly initial: number | null;
      readonly presets: readonly number[];
    };

/** A field of a request as a form shows it. */
export type FormField = FieldControl & {
  /** Name in the request. */
  readonly field: string;
  /** True when it is required while it is shown. */
  readonly isRequired: boolean;
  readonly isAdvanced: boolean;
  /** Purpose for which its files are inspected; null for other fields. */
  readonly aim: InspectionAim | null;
  /** True when it is a hint for the local service and no part of the request. */
  readonly isHint: boolean;
  /** Condition of display; null for a field that is always shown. */
  readonly condition: FieldCondition | null;
  /** Further condition of display. */
  readonly alsoCondition?: FieldCondition | undefined;
};

/** The request that a form fills in. */
export interface RequestBody {
  readonly schema: z.ZodObject;
  readonly ignored?: IgnoredFields | undefined;
  readonly rules?: FieldRules | undefined;
}

/** Form of a capability: fields in the order of the request, then hints. */
export interface CapabilityForm {
  readonly body: RequestBody;
  readonly fields: readonly FormField[];
}

/** Fields that the user does not fill in. */
const hidden = new Set(['callback_url']);

/**
 * Derives the form of a capability from the request of its operation, which defines fields, kinds and limits.
 */
export function toForm(definition: CapabilityDefinition): CapabilityForm {
  const form = toFormOf(operations[definition.operation].body, definition.fields ?? {});
  return { ...form, fields: [...form.fields, ...toHintFields(definition)] };
}

/** Derives the form of a request. Throws `TypeError` for a field without a control. */
export function toFormOf(
  body: RequestBody,
  designs: Readonly<Record<string, FieldDesign | undefined>>,
): CapabilityForm {
  const fields = Object.entries<z.core.$ZodType>(body.schema.shape)
    .filter(([field]) => !hidden.has(field))
    .map(([field, schema]): FormField => {
      const design = designs[field] ?? sharedFieldDesigns[field] ?? {};
      const { inner, isRequired, byDefault } = unwrap(schema);
      const initial = design.initial ?? byDefault;
      const rule = body.rules?.fields[field];
      return {
        ...toControl(field, inner, { initial, presets: design.presets ?? [] }),
        field,
        isRequired:
          isRequired ||
          rule?.isRequired === true ||
          body.ignored?.required.includes(field) === true,
        isAdvanced: design.isAdvanced === true,
        aim: design.aim ?? null,
        isHint: false,
        condition: toCondition(field, body),
      };
    });
  return { body, fields };
}

/** Derives the fields of a capability's hints. */
function toHintFields({ hints = {} }: CapabilityDefinition): readonly FormField[] {
  const designs: Readonly<Record<string, HintDesign | undefined>> = hints;
  const { fields } = toFormOf({ schema: jobHintsSchema }, designs);
  return fields
    .filter(({ field }) => designs[field] !== undefined)
    .map((field) => {
      const { beside, onlyFor } = designs[field.field] ?? {};
      const condition = beside === undefined ? null : { field: beside, isEmpty: false };
      const also = onlyFor === undefined ? {} : { alsoCondition: onlyFor };
      return { ...field, isHint: true, condition, ...also };
    });
}

/** Returns a form without hints, for services other than the local one. */
export function withoutHints<Form extends CapabilityForm>(form: Form): Form {
  return { ...form, fields: form.fields.filter(({ isHint }) => !isHint) };
}

/** Finds the field whose file shows the people to choose from; null in forms without such a choice. */
export function findPeopleField({ fields }: CapabilityForm): string | null {
  return fields.find(({ control }) => control === 'person')?.condition?.field ?? null;
}

/** Finds the field whose image may get joints by hand; null in forms without motion. */
export function findJointsField({ fields }: CapabilityForm): string | null {
  return fields.find(({ control }) => control === 'joints')?.condition?.field ?? null;
}

function toCondition(field: string, { ignored, rules }: RequestBody): FieldCondition | null {
  const rule = rules?.fields[field];
  if (rules !== undefined && rule !== undefined) {
    return { field: rules.by, isOneOf: rule.onlyFor };
  }
  return ignored?.fields.includes(field) === true ? { field: ignored.beside, isEmpty: true } : null;
}

function toControl(
  field: string,
  schema: z.core.$ZodType,
  start: { readonly initial: unknown; readonly presets: readonly number[] },
): FieldControl {
  const { initial } = start;
  const kind = fileKeys.get(schema)?.kind;
  const maxChars = textFields.get(schema)?.maxChars;
  if (kind !== undefined) {
    return { control: 'file', kind };
  }
  if (schema === personNumber) {
    return { control: 'person' };
  }
  if (schema === placedJointsText) {
    return { control: 'joints' };
  }
  if (schema === voiceId || schema === language) {
    return { control: schema === voiceId ? 'voice' : 'language' };
  }
  if (maxChars !== undefined) {
    return { control: 'text', maxChars };
  }
  if (schema instanceof z.ZodArray) {
    return toFileList(field, schema);
  }
  if (schema instanceof z.ZodBoolean) {
    return { control: 'switch', initial: initial === true };
  }
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue, isInt } = schema;
    const step = findCheck(schema, z.core.$ZodCheckMultipleOf)?.value ?? (isInt ? 1 : null);
    if (minValue !== null && maxValue !== null && typeof step === 'number') {
      const first = typeof initial === 'number' ? initial : null;
      const { presets } = start;
      return { control: 'number', min: minValue, max: maxValue, step, initial: first, presets };
    }
  }
  const choices = toChoices(schema);
  if (choices.length > 0) {
    return { control: 'choice', choices, initial: choices.find((c) => c === initial) ?? null };
  }
  throw new TypeError(`No form can show the field ${field}.`);
}

function toFileList(field: string, schema: z.ZodArray): FieldControl {
  const max = findCheck(schema, z.core.$ZodCheckMaxLength)?.maximum;
  const kind = fileKeys.get(schema.element)?.kind;
  if (kind === undefined || max === undefined) {
    throw new TypeError(`No form can show the list ${field}: only files, with a largest count.`);
  }
  const min = findCheck(schema, z.core.$ZodCheckMinLength)?.minimum ?? 0;
  return { control: 'files', kind, min, max };
}

/** Finds the parameters of a schema's check; the last one counts. */
function findCheck<C extends z.core.$ZodCheck>(
  schema: z.core.$ZodType,
  kind: abstract new (...parts: never[]) => C,
): C['_zod']['def'] | undefined {
  const checks = schema._zod.def.checks ?? [];
  return checks.findLast((check): check is C => check instanceof kind)?._zod.def;
}

function toChoices(schema: z.core.$ZodType): readonly (string | number)[] {
  const values =
    schema instanceof z.ZodEnum
      ? schema.options
      : schema instanceof z.ZodLiteral
        ? [...schema.values]
        : [];
  return values.filter((value) => typeof value === 'string' || typeof value === 'number');
}

function unwrap(schema: z.core.$ZodType): {
  readonly inner: z.core.$ZodType;
  readonly isRequired: boolean;
  readonly byDefault: unknown;
} {
  if (schema instanceof z.ZodDefault) {
    return { inner: schema.unwrap(), isRequired: false, byDefault: schema.def.defaultValue };
  }
  return schema instanceof z.ZodOptional
    ? { inner: schema.unwrap(), isRequired: false, byDefault: null }
    : { inner: schema, isRequired: true, byDefault: null };
}
