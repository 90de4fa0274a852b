import * as z from 'zod';
import { type ApiErrorCode, apiErrorCodes } from './errors.ts';
import type { JobFeature, LiveFeature } from './features.ts';
import type { FieldRules, IgnoredFields } from './field-rules.ts';

/** Permissions that a key may have. */
export const scopes = ['jobs:write', 'jobs:read', 'live', 'account:read'] as const;

/** See {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** Sections of the document; every operation belongs to one. */
export const tags = ['Uploads', 'Jobs', 'Capabilities', 'Voices', 'Live', 'Account'] as const;

/** See {@link tags}. */
export type Tag = (typeof tags)[number];

/** Body of a request. A multipart body has one part named `file`. */
export type BodyShape =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'json';
      readonly schema: z.ZodObject;
      /** Fields that are dropped unread where another one is given. */
      readonly ignored?: IgnoredFields | undefined;
      /** Fields that belong to some values of another field. */
      readonly rules?: FieldRules | undefined;
    }
  | { readonly kind: 'multipart' };

/** Result of a request with status 200, or with 204 for an empty one. */
export type ResultShape =
  | {
      readonly kind: 'json';
      /** Schema of the service's reply. Fields outside it are dropped, so nothing leaks by accident. */
      readonly schema: z.ZodType;
      /**
       * Schema that a client accepts: it allows unknown fields and, where listed in the schema, looser forms.
       */
      readonly received: z.ZodType;
    }
  | { readonly kind: 'binary'; readonly contentTypes: readonly [string, ...string[]] }
  | { readonly kind: 'none' };

/**
 * One operation of the REST API. Paths are relative to the base URL, `{name}` is a parameter; a `{file_key}` at
 * the end takes the rest of the path, because such keys contain slashes.
 */
export interface OperationShape {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/${string}`;
  /** `public` needs no key; else the scope the key must have. */
  readonly access: 'public' | Scope;
  readonly tag: Tag;
  /** A few words. */
  readonly summary: string;
  readonly description: string;
  /** Set when the operation starts something that is billed. */
  readonly feature: JobFeature | LiveFeature | null;
  /** True when the operation accepts the header `Idempotency-Key`, so that a client may repeat a request. */
  readonly isIdempotent: boolean;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body: BodyShape;
  readonly result: ResultShape;
  /** Every code it may answer with, in the order of the catalogue. */
  readonly errors: readonly ApiErrorCode[];
  readonly example: OperationExample;
}

/** A request and its reply that fit the schemas; a binary or empty reply has no example. */
export interface OperationExample {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly reply?: unknown;
}

/** No parameters, no query, no fields: anything given is unknown. */
export const emptyObject = z.strictObject({});

type Defaults = {
  description: '';
  feature: null;
  isIdempotent: false;
  params: typeof emptyObject;
  query: typeof emptyObject;
  body: { readonly kind: 'none' };
};

/** Input of {@link operation}: absent fields get an empty default. `errors` are added to the usual ones. */
export type OperationSpec = Omit<OperationShape, keyof Defaults> &
  Partial<Pick<OperationShape, keyof Defaults>>;

type Completed<S> = Omit<Defaults, keyof S> & Omit<S, 'errors'> & Pick<OperationShape, 'errors'>;

/**
 * Completes an operation. The errors every operation can answer are added: bad input, too many
 * requests, a fault, and for a key that is missing or not allowed.
 */
export function operation<const S extends OperationSpec>(spec: S): Completed<S>;
export function operation(spec: OperationSpec): OperationShape {
  const errors = new Set<ApiErrorCode>([
    'invalid_input',
    'rate_limited',
    'internal_error',
    ...(spec.access === 'public' ? [] : (['unauthorized', 'forbidden'] as const)),
    ...spec.errors,
  ]);
  return {
    description: '',
    feature: null,
    isIdempotent: false,
    params: emptyObject,
    query: emptyObject,
    body: { kind: 'none' },
    ...spec,
    errors: apiErrorCodes.filter((code) => errors.has(code)),
  };
}

/** A JSON reply that clients read with the same schema. */
export function json<S extends z.ZodType>(
  schema: S,
): { readonly kind: 'json'; readonly schema: S; readonly received: S } {
  return { kind: 'json', schema, received: schema };
}

/** A JSON reply that clients read with a looser schema than the service writes. */
export function jsonReceivedAs<S extends z.ZodType, R extends z.ZodType>(
  schema: S,
  received: R,
): { readonly kind: 'json'; readonly schema: S; readonly received: R } {
  return { kind: 'json', schema, received };
}

/** A JSON body. */
export function jsonBody<S extends z.ZodObject>(
  schema: S,
  parts: { readonly ignored?: IgnoredFields; readonly rules?: FieldRules } = {},
): {
  readonly kind: 'json';
  readonly schema: S;
  readonly ignored?: IgnoredFields | undefined;
  readonly rules?: FieldRules | undefined;
} {
  return { kind: 'json', schema, ...parts };
}

type Parsed<B> = B extends { readonly kind: 'json'; readonly schema: infer S extends z.ZodType }
  ? z.output<S>
  : null;

/** Body of a request after parsing; null when there is none, or when it is a file. */
export type BodyOf<O extends OperationShape> = Parsed<O['body']>;

/** A request as the service's handlers get it, every part parsed. */
export interface RequestOf<O extends OperationShape> {
  readonly params: z.output<O['params']>;
  readonly query: z.output<O['query']>;
  readonly body: BodyOf<O>;
  /** Value of `Idempotency-Key`; null when absent or not understood by the operation. */
  readonly idempotencyKey: string | null;
}

/** Result that a handler returns; `null` for an empty or a binary reply, which is written elsewhere. */
export type ReplyOf<O extends OperationShape> = O['result'] extends {
  readonly kind: 'json';
  readonly schema: infer S extends z.ZodType;
}
  ? z.input<S>
  : null;

/** Result that a client receives. */
export type ReceivedOf<O extends OperationShape> = O['result'] extends {
  readonly kind: 'json';
  readonly received: infer S extends z.ZodType;
}
  ? z.output<S>
  : null;

/** Body as a client passes it. */
export type BodyInputOf<O extends OperationShape> = O['body'] extends {
  readonly kind: 'json';
  readonly schema: infer S extends z.ZodType;
}
  ? z.input<S>
  : null;
