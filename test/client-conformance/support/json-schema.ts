import * as fc from 'fast-check';
import * as z from 'zod';
import {
  isJsonObject,
  type OpenApiObject,
  type JsonValue,
} from '../../../src/contract/api/openapi/json.ts';

/** A schema of the document, with all references resolved. */
export function resolveSchema(
  document: OpenApiObject,
  value: JsonValue | undefined,
): OpenApiObject {
  const resolve = (part: JsonValue | undefined): JsonValue => {
    if (part === undefined) {
      return null;
    }
    if (Array.isArray(part)) {
      return part.map(resolve);
    }
    if (!isJsonObject(part)) {
      return part;
    }
    const { $ref, ...rest } = part;
    const found = typeof $ref === 'string' ? resolve(resolveReference(document, $ref)) : {};
    const own = Object.fromEntries(
      Object.entries(rest).map(([name, each]) => [name, resolve(each)]),
    );
    return { ...(isJsonObject(found) ? found : {}), ...own };
  };
  const resolved = resolve(value ?? {});
  return isJsonObject(resolved) ? resolved : {};
}

function resolveReference(document: OpenApiObject, reference: string): JsonValue {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<JsonValue>((at, step) => (isJsonObject(at) ? (at[step] ?? {}) : {}), document);
}

/** Returns whether a value matches a schema, including its rules between fields (`allOf`, `anyOf` of `required`). */
export function createValidator(schema: OpenApiObject): (value: JsonValue) => boolean {
  const { allOf, anyOf, ...plain } = schema;
  const isAnyOfRequired = Array.isArray(anyOf) && anyOf.every((each) => isRequiredOnly(each));
  const parser = z.fromJSONSchema(
    isAnyOfRequired || anyOf === undefined ? plain : { ...plain, anyOf },
  );
  const rules = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
  return (value) =>
    parser.safeParse(value).success &&
    rules.every((rule) => doesRuleHold(rule, value)) &&
    (!isAnyOfRequired || anyOf.some((each) => isJsonObject(each) && hasAll(each, value)));
}

function isRequiredOnly(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).join() === 'required';
}

function hasAll(schema: OpenApiObject, value: JsonValue): boolean {
  return listTexts(schema['required']).every(
    (name) => isJsonObject(value) && Object.hasOwn(value, name),
  );
}

/** One `if`/`then` of constants, required fields and forbidden fields, the only form in the document. */
function doesRuleHold({ if: when, then }: OpenApiObject, value: JsonValue): boolean {
  if (!isJsonObject(when) || !isJsonObject(then) || !isJsonObject(value) || !applies(when, value)) {
    return true;
  }
  const properties = isJsonObject(then['properties']) ? then['properties'] : {};
  return (
    hasAll(then, value) &&
    Object.entries(properties).every(([name, rule]) => rule !== false || value[name] === undefined)
  );
}

function applies(when: OpenApiObject, value: OpenApiObject): boolean {
  const properties = isJsonObject(when['properties']) ? when['properties'] : {};
  return (
    hasAll(when, value) &&
    Object.entries(properties).every(
      ([name, rule]) =>
        value[name] === undefined || (isJsonObject(rule) && rule['const'] === value[name]),
    )
  );
}

function listTexts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Values for a field by its name, instead of those that its schema allows; undefined for the others. */
export type PickField = (
  name: string,
  schema: OpenApiObject,
) => fc.Arbitrary<JsonValue> | undefined;

/** Generates values of a schema, with its bounds more often than values between them. */
export function arbitraryOf(
  schema: OpenApiObject,
  pick: PickField,
  name = '',
): fc.Arbitrary<JsonValue> {
  const { const: constant, enum: choices, type } = schema;
  const picked = pick(name, schema);
  if (picked !== undefined) {
    return picked;
  }
  if (constant !== undefined) {
    return fc.constant(constant);
  }
  if (Array.isArray(choices)) {
    return fc.constantFrom(...choices);
  }
  if (type === 'object') {
    return arbitraryObject(schema, pick);
  }
  if (type === 'array') {
    return arbitraryArray(schema, pick, name);
  }
  if (type === 'integer' || type === 'number') {
    return arbitraryNumber(schema);
  }
  return type === 'boolean' ? fc.boolean() : arbitraryText(schema);
}

function arbitraryObject(schema: OpenApiObject, pick: PickField): fc.Arbitrary<JsonValue> {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const fields = Object.fromEntries(
    Object.entries(properties)
      .filter((entry): entry is [string, OpenApiObject] => isJsonObject(entry[1]))
      .map(([name, field]) => [name, arbitraryOf(field, pick, name)]),
  );
  const isValid = createValidator(schema);
  return fc
    .record(fields, { requiredKeys: [...listTexts(schema['required'])] })
    .map((value) => value as OpenApiObject)
    .filter(isValid);
}

function arbitraryArray(
  schema: OpenApiObject,
  pick: PickField,
  name: string,
): fc.Arbitrary<JsonValue> {
  const items = isJsonObject(schema['items']) ? schema['items'] : {};
  const minLength = toNumber(schema['minItems']) ?? 0;
  const maxLength = toNumber(schema['maxItems']) ?? minLength + 3;
  return fc.array(arbitraryOf(items, pick, name), { minLength, maxLength, size: 'max' });
}

function arbitraryNumber(schema: OpenApiObject): fc.Arbitrary<JsonValue> {
  const min = toNumber(schema['minimum']) ?? 0;
  const max = toNumber(schema['maximum']) ?? min + 1000;
  return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
}

/** Lengths are in code points, with at least one visible. */
function arbitraryText(schema: OpenApiObject): fc.Arbitrary<JsonValue> {
  const min = Math.max(1, toNumber(schema['minLength']) ?? 1);
  const max = toNumber(schema['maxLength']) ?? 200;
  const fill = fc.constantFrom('x', 'ß', '字', '\u{1F600}', '\u0301');
  const some = fc
    .string({ unit: 'binary', minLength: 1, maxLength: Math.min(max - 1, 60) })
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
    .map((text) => `x${text}`);
  return fc.oneof(
    { weight: 3, arbitrary: some },
    { weight: 1, arbitrary: fill.map((unit) => `x${unit.repeat(max - 1)}`) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(min)) },
  );
}

/** Values near those of a schema that are none of it. */
export function arbitraryOutside(schema: OpenApiObject, pick: PickField): fc.Arbitrary<JsonValue> {
  const isValid = createValidator(schema);
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const names = [...Object.keys(properties), 'surprise'];
  return fc
    .tuple(arbitraryOf(schema, pick), fc.constantFrom(...names), arbitraryWrong)
    .map(([value, name, wrong]): JsonValue => {
      const own = isJsonObject(value) ? value : {};
      if (wrong !== MISSING) {
        return { ...own, [name]: beyond(properties[name], wrong) };
      }
      const { [name]: _, ...rest } = own;
      return rest;
    })
    .filter((value) => !isValid(value));
}

const MISSING = 'a field that is left out';
const BEYOND = 'a value just beyond a bound';

const arbitraryWrong: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(MISSING, BEYOND, BEYOND, null, '', ' ', -1, 0, 1.5, true, [], {}),
  fc.constantFrom<JsonValue>('x', '7', 1e300, [null], [[]], { a: 1 }, 'api/images/../x.png'),
);

function beyond(field: JsonValue | undefined, wrong: JsonValue): JsonValue {
  if (wrong !== BEYOND || !isJsonObject(field)) {
    return wrong;
  }
  const [max, maxLength, maxItems] = ['maximum', 'maxLength', 'maxItems'].map((bound) =>
    toNumber(field[bound]),
  );
  if (typeof max === 'number') {
    return max + 1;
  }
  if (typeof maxItems === 'number') {
    return Array.from({ length: maxItems + 1 }, () => 'api/images/a.png');
  }
  return 'x'.repeat((maxLength ?? 10_000) + 1);
}

function toNumber(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
