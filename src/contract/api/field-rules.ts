import type * as z from 'zod';

/**
 * Fields that belong to some values of another field, such as `script` to `audio_mode: tts`.
 * One table gives both the check and its form in the document.
 */
export interface FieldRules {
  /** Field that decides. */
  readonly by: string;
  /** Value that applies when the deciding field is absent. */
  readonly byDefault?: string | undefined;
  readonly fields: Readonly<Record<string, FieldRule>>;
}

/** Values of the deciding field that allow the field, and whether they need it. */
export interface FieldRule {
  readonly onlyFor: readonly string[];
  readonly isRequired: boolean;
}

/** Fields that are ignored beside the field `beside`: they are neither validated nor stored. */
export interface IgnoredFields {
  readonly beside: string;
  readonly fields: readonly string[];
  /** The subset of these fields that is required when `beside` is absent. */
  readonly required: readonly string[];
}

/** Check for `superRefine`: without `beside`, each field it would have stood for is needed. */
export function checkIgnoredFields({ beside, required }: IgnoredFields) {
  return (value: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    for (const field of value[beside] === undefined ? required : []) {
      if (value[field] === undefined) {
        const message = `is required unless ${beside} is given`;
        context.addIssue({ code: 'custom', path: [field], message });
      }
    }
  };
}

/** Check for `superRefine`: each issue points at the field. */
export function checkFieldRules(rules: FieldRules) {
  return (value: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    const given = value[rules.by];
    const decided = typeof given === 'string' ? given : (rules.byDefault ?? '');
    for (const [field, rule] of Object.entries(rules.fields)) {
      const isAllowed = rule.onlyFor.includes(decided);
      const isGiven = value[field] !== undefined;
      if (isGiven && !isAllowed) {
        const allowed = rule.onlyFor.join(' or ');
        context.addIssue({
          code: 'custom',
          path: [field],
          message: `is allowed only when ${rules.by} is ${allowed}, not ${decided}`,
        });
      } else if (!isGiven && isAllowed && rule.isRequired) {
        context.addIssue({
          code: 'custom',
          path: [field],
          message: `is required when ${rules.by} is ${decided}`,
        });
      }
    }
  };
}

/** The same rules as JSON Schema: one `if`/`then` for each value of the deciding field. */
export function fieldRulesToJsonSchema(rules: FieldRules, values: readonly string[]) {
  return values.map((value) => {
    const entries = Object.entries(rules.fields);
    const required = entries
      .filter(([, rule]) => rule.isRequired && rule.onlyFor.includes(value))
      .map(([field]) => field);
    const properties = entries
      .filter(([field, rule]) => required.includes(field) || !rule.onlyFor.includes(value))
      .map(([field]) => [field, required.includes(field)]);
    const isDefault = value === rules.byDefault;
    return {
      if: {
        properties: { [rules.by]: { const: value } },
        ...(isDefault ? {} : { required: [rules.by] }),
      },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: {
        ...(required.length === 0 ? {} : { required }),
        properties: Object.fromEntries(properties),
      },
    };
  });
}
