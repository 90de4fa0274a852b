import * as z from 'zod';
import { limits } from './limits.ts';
import { maxVoiceIdChars } from './voice-id.ts';

/** Kinds of uploads; the folder name inside a `file_key`. */
export const assetKinds = ['images', 'audio', 'videos'] as const;

/** See {@link assetKinds}. */
export type AssetKind = (typeof assetKinds)[number];

const ids = '[A-Za-z0-9_-]{1,128}';
const extension = '[a-z0-9]{1,8}';

/** A field that names a file. Marked, so that types tell it from other textFields. */
export type FileKeySchema = z.ZodString & { readonly fileKind: AssetKind };

/** Reference to an upload of one kind, `api/<kind>/<id>.<ext>`. */
export function fileKey(kind: AssetKind, description: string): FileKeySchema {
  const schema = z
    .string()
    .regex(
      // slow expression: none, every part has a maximum length and a character that ends it.
      new RegExp(`^api/${kind}/${ids}\\.${extension}$`),
      `must be a file_key of ${kind}, such as api/${kind}/<id>.<ext>`,
    )
    .meta({ description, examples: [exampleFileKeys[kind]] })
    .register(fileKeys, { kind });
  return Object.assign(schema, { fileKind: kind });
}

/** Registry of the fields that hold a `file_key`, with the kind of asset. */
export const fileKeys = z.registry<{ readonly kind: AssetKind }>();

/** Keys for examples. */
export const exampleFileKeys = {
  images: 'api/images/0197a3c0-7c1e-7b52-9f3e-2c5d8a41b6e0.jpg',
  audio: 'api/audio/0197a3c0-8d2f-7c63-8a4f-3d6e9b52c7f1.wav',
  videos: 'api/videos/0197a3c0-9e30-7d74-9b50-4e7fac63d802.mp4',
} as const satisfies Record<AssetKind, string>;

/**
 * Text written by a user: 1 to `maxChars` characters, at least one of them visible. Lengths count code points,
 * as JSON Schema does. Lone surrogates and NUL are refused, because no file or database can store them.
 */
export function text(maxChars: number, description: string): z.ZodString {
  return z
    .string()
    .refine((value) => /\S/.test(value), 'must not be empty')
    .refine(
      (value) => countChars(value) <= maxChars,
      `must have at most ${groupThousands(maxChars)} characters`,
    )
    .refine(
      (value) => value.isWellFormed() && !value.includes('\0'),
      'must be valid Unicode without NUL',
    )
    .meta({ description, minLength: 1, maxLength: maxChars, pattern: '\\S' })
    .register(textFields, { maxChars });
}

/** Which fields are words of a person, and how many characters they may have. */
export const textFields = z.registry<{ readonly maxChars: number }>();

/**
 * Same output as `toLocaleString`, which takes 20 ms for its first number: every start of main and the page
 * would pay that.
 */
function groupThousands(value: number): string {
  // slow expression: a number has at most 22 digits.
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function countChars(value: string): number {
  let count = 0;
  for (const _ of value) {
    count += 1;
  }
  return count;
}

/** Instruction for the image. */
export const prompt = text(limits.promptChars, 'What the result should show.');

/** Content that the image should avoid. */
export const negativePrompt = text(limits.promptChars, 'What the result should avoid.');

/** Id of a voice of `GET /voices`. */
export const voiceId = text(maxVoiceIdChars, 'Id of a voice of `GET /voices`.');

/** A language hint, such as `en` or `German`. */
export const language = text(64, 'Language hint, such as `en` or `de`.');

/** Most pixels of the shorter side of the output. */
export const outputResolutionP = z.literal(limits.outputResolutionsP).meta({
  description:
    'Most pixels of the shorter side of the output: 720 makes 1280x720 of a wide video, 720x1280 of a ' +
    'tall one. A smaller source is not enlarged: the `notes` of the ' +
    'job say so. Absent: the size of the source.',
});

/** Target URL of the webhook. The service decides whether the target is allowed. */
export const callbackUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\//, 'must be an http or https address')
  .max(2048)
  .meta({
    description: 'Address that gets a webhook when the job reaches a terminal status.',
    examples: ['https://example.com/hooks/render'],
  });

/** A whole number between two bounds. */
export function createIntegerField(
  range: { readonly min: number; readonly max: number },
  description: string,
): z.ZodInt {
  return z.int().min(range.min).max(range.max).meta({ description });
}

/** Largest number of as many digits as are read. */
const MAX_IN_QUERY = 999_999_999_999_999;

/** A whole number in a query, which travels as text. Leading zeros, signs and blanks are refused. */
export function createIntegerInQuery(
  range: { readonly min: number; readonly max?: number; readonly default: number },
  description: string,
) {
  return z
    .preprocess(
      (value: number | string) =>
        typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value,
      z
        .int()
        .min(range.min)
        .max(range.max ?? MAX_IN_QUERY),
    )
    .default(range.default)
    .meta({ description, default: range.default });
}

const isoDate = z.iso.date();
const isoDateTime = z.iso.datetime({ offset: true, local: true });

/**
 * An instant in a query, as ISO 8601: a date (its first moment in UTC) or a date and time, UTC when no
 * offset is given. Parsed to milliseconds since 1970.
 */
export function createDateTimeInQuery(description: string) {
  return z
    .string()
    .refine(
      (value) => isoDate.safeParse(value).success || isoDateTime.safeParse(value).success,
      'must be an ISO 8601 date or date and time, such as 2026-01-31T00:00:00Z',
    )
    .transform(toInstantMs)
    .meta({
      description,
      examples: ['2026-01-01T00:00:00Z'],
      anyOf: [{ format: 'date' }, { format: 'date-time' }],
    });
}

function toInstantMs(value: string): number {
  const hasZone = !value.includes('T') || /(Z|[+-]\d\d:?\d\d)$/.test(value);
  return Date.parse(hasZone ? value : `${value}Z`);
}

/** An amount of dollars on the wire: at most six decimals. */
export function createUsdField(description: string): z.ZodNumber {
  return z.number().meta({ description });
}

/** A time in a reply: ISO 8601 UTC with milliseconds. */
export const timestamp = z
  .string()
  .meta({ format: 'date-time', examples: ['2026-01-31T09:30:00.000Z'] });

/** An absolute address in a reply. */
export function address(description: string): z.ZodString {
  return z.string().meta({ format: 'uri', description });
}
