import * as z from 'zod';
import { type AssetKind, fileKeys, language, textFields, voiceId } from '../contract/api/fields.ts';
import { operations } from '../contract/api/operations.ts';
import type { CapabilityDefinition } from './definition.ts';

/** What every part of a form has. */
interface FormPart {
  /** Field of the request. */
  readonly field: string;
  readonly isRequired: boolean;
}

/** A file that a capability takes. */
export interface FormInput extends FormPart {
  readonly kind: AssetKind;
}

/** Words that a person writes. */
export interface FormText extends FormPart {
  /** Most characters, as code points. */
  readonly maxChars: number;
}

/** Something that can be set, with the limits of the operation. */
export type FormSetting = {
  readonly field: string;
} & (
  | { readonly control: 'whole'; readonly min: number; readonly max: number }
  | { readonly control: 'choice'; readonly choices: readonly number[] }
);

/** What a capability asks for, each kind in the order of the request. */
export interface CapabilityForm {
  readonly inputs: readonly FormInput[];
  readonly texts: readonly FormText[];
  /** A voice of the service's list; null where none is asked for. */
  readonly voice: FormPart | null;
  /** The language that words are spoken in; null where it is not asked for. */
  readonly language: FormPart | null;
  readonly settings: readonly FormSetting[];
}

/** Fields that are no choice of a person. */
const hidden = new Set(['callback_url']);

/** The form of a capability, from the request of its operation: fields, kinds and limits are told there once. */
export function toForm(definition: CapabilityDefinition): CapabilityForm {
  const form = {
    inputs: new Array<FormInput>(),
    texts: new Array<FormText>(),
    settings: new Array<FormSetting>(),
  };
  let voice: FormPart | null = null;
  let spoken: FormPart | null = null;
  const { shape } = operations[definition.operation].body.schema;
  for (const [field, schema] of Object.entries(shape)) {
    const { inner, isRequired } = unwrap(schema);
    const part = { field, isRequired };
    const kind = fileKeys.get(inner)?.kind;
    const maxChars = textFields.get(inner)?.maxChars;
    if (kind !== undefined) {
      form.inputs.push({ ...part, kind });
    } else if (inner === voiceId) {
      voice = part;
    } else if (inner === language) {
      spoken = part;
    } else if (maxChars !== undefined) {
      form.texts.push({ ...part, maxChars });
    } else if (!hidden.has(field)) {
      form.settings.push(toSetting(definition, field, inner));
    }
  }
  return { ...form, voice, language: spoken };
}

function toSetting(
  { feature }: CapabilityDefinition,
  field: string,
  schema: z.core.$ZodType,
): FormSetting {
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue } = schema;
    return { field, control: 'whole', min: minValue ?? 0, max: maxValue ?? Infinity };
  }
  if (schema instanceof z.ZodLiteral) {
    const choices = [...schema.values].filter((value) => typeof value === 'number');
    return { field, control: 'choice', choices };
  }
  throw new TypeError(`${feature} has a field ${field} that no form can show.`);
}

function unwrap(schema: z.core.$ZodType): {
  readonly inner: z.core.$ZodType;
  readonly isRequired: boolean;
} {
  return schema instanceof z.ZodOptional
    ? { inner: schema.unwrap(), isRequired: false }
    : { inner: schema, isRequired: true };
}
