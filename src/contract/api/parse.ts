import type * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import { issuesToMessage } from './issues.ts';
import type { IgnoredFields } from './field-rules.ts';
import { type BodyOf, emptyObject, type OperationShape, type RequestOf } from './kit.ts';
import { limits } from './limits.ts';

/** Part of a request, as messages call it. */
export type RequestPart = 'path' | 'query' | 'body' | 'header';

/** A request before parsing: text in path and query (a repeated query field is an array). */
export interface RawRequest {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The parsed JSON; undefined or null when there was no body. */
  readonly body: unknown;
  /** Value of the header `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Parses a request of an operation. Throws `invalid_input` (422) that names the first wrong field in
 * its message and as `details.field`. The body of an upload is not parsed here.
 */
export function parseRequest<O extends OperationShape>(operation: O, raw: RawRequest): RequestOf<O>;
export function parseRequest(
  operation: OperationShape,
  raw: RawRequest,
): RequestOf<OperationShape> {
  return {
    params: parsePart(operation.params, raw.params, 'path'),
    query: parsePart(operation.query, raw.query, 'query'),
    body: parseBody(operation, raw.body),
    idempotencyKey: operation.isIdempotent ? parseIdempotencyKey(raw.idempotencyKey) : null,
  };
}

/** Parses one part of a request; see {@link parseRequest}. */
function parsePart<S extends z.ZodObject>(
  schema: S,
  value: unknown,
  part: RequestPart,
): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw toInvalidInput(result.error, part, Object.keys(schema.shape));
  }
  return result.data;
}

/**
 * The 422 for a failed parse. `fields` are the fields the part has; they are named when an unknown one
 * was sent.
 */
function toInvalidInput(
  error: z.ZodError,
  part: RequestPart,
  fields: readonly string[] = [],
): AppError {
  const { message, field } = issuesToMessage(error.issues, part, fields);
  return new AppError('invalid_input', message, { details: { field, part } });
}

/**
 * Parses the header `Idempotency-Key`: 1 to 255 printable ASCII characters, bare or in quotes. The
 * quotes are not part of the key. Absent is null.
 */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) {
    return null;
  }
  const bare = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim();
  if (!idempotencyKeyPattern.test(bare)) {
    throw new AppError(
      'invalid_input',
      `Idempotency-Key must have 1 to ${limits.idempotencyKeyChars} printable ASCII characters.`,
      { details: { field: 'Idempotency-Key', part: 'header' } },
    );
  }
  return bare;
}

function dropIgnored(body: unknown, ignored: IgnoredFields | undefined): unknown {
  if (ignored === undefined || typeof body !== 'object' || body === null) {
    return body;
  }
  return Object.hasOwn(body, ignored.beside)
    ? Object.fromEntries(Object.entries(body).filter(([field]) => !ignored.fields.includes(field)))
    : body;
}

const idempotencyKeyPattern = new RegExp(`^[\\x20-\\x7e]{1,${limits.idempotencyKeyChars}}$`);

/** Parses a JSON body as the service does; see {@link parseRequest}. */
export function parseJsonBody<S extends z.ZodObject>(
  { schema, ignored }: { readonly schema: S; readonly ignored?: IgnoredFields | undefined },
  body: unknown,
): z.output<S> {
  return parsePart(schema, dropIgnored(body ?? {}, ignored), 'body');
}

function parseBody(operation: OperationShape, body: unknown): BodyOf<OperationShape> {
  if (operation.body.kind === 'json') {
    return parseJsonBody(operation.body, body);
  }
  if (operation.body.kind === 'none' && body !== undefined && body !== null) {
    parsePart(emptyObject, body, 'body');
  }
  return null;
}
