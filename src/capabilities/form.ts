import * as z from 'zod';
import { type AssetKind, fileKeys } from '../contract/api/fields.ts';
import { operations } from '../contract/api/operations.ts';
import type { CapabilityDefinition } from './definition.ts';

/** A file that a capability takes. */
export interface FormInput<Field extends string = string> {
  readonly field: Field;
  readonly kind: AssetKind;
  readonly isRequired: boolean;
  /** Name of the text in the catalogue of the interface. */
  readonly labelKey: `capability.${string}`;
}

/** Something that can be set, with the limits of the operation. */
export type FormSetting<Field extends string = string> = {
  readonly field: Field;
  readonly labelKey: `capability.${string}`;
} & (
  | { readonly control: 'whole'; readonly min: number; readonly max: number }
  | { readonly control: 'choice'; readonly choices: readonly number[] }
);

/** What a capability asks for, in the order in which it is shown. */
export interface CapabilityForm<Field extends string = string> {
  readonly inputs: readonly FormInput<Field>[];
  readonly settings: readonly FormSetting<Field>[];
}

/** Fields that are no choice of a person. */
const hidden = new Set(['callback_url']);

/** The form of a capability, from the request of its operation: fields, kinds of files and limits are told there once. */
export function toForm(definition: CapabilityDefinition): CapabilityForm {
  const inputs: FormInput[] = [];
  const settings: FormSetting[] = [];
  const { shape } = operations[definition.operation].body.schema;
  for (const [field, schema] of Object.entries(shape)) {
    const { inner, isRequired } = unwrap(schema);
    const labelKey = `capability.${definition.feature}.${field}` as const;
    const kind = fileKeys.get(inner)?.kind;
    if (kind !== undefined) {
      inputs.push({ field, kind, isRequired, labelKey });
    } else if (inner instanceof z.ZodNumber) {
      const { minValue, maxValue } = inner;
      settings.push({
        field,
        labelKey,
        control: 'whole',
        min: minValue ?? 0,
        max: maxValue ?? Infinity,
      });
    } else if (inner instanceof z.ZodLiteral) {
      const choices = [...inner.values].filter((value) => typeof value === 'number');
      settings.push({ field, labelKey, control: 'choice', choices });
    } else if (!hidden.has(field)) {
      throw new TypeError(`${definition.feature} has a field ${field} that no form can show.`);
    }
  }
  return { inputs, settings };
}

function unwrap(schema: z.core.$ZodType): {
  readonly inner: z.core.$ZodType;
  readonly isRequired: boolean;
} {
  return schema instanceof z.ZodOptional
    ? { inner: schema.unwrap(), isRequired: false }
    : { inner: schema, isRequired: true };
}
