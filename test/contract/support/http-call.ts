import * as z from 'zod';
import type { OperationShape } from '../../../src/contract/api/kit.ts';
import { operations } from '../../../src/contract/api/operations.ts';
import { WORLD_HEADER } from './prism.ts';

/** A reply in the form that tests check. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** Code of the error body; null when the reply is none. */
  readonly code: string | null;
  readonly message: string;
}

/** A request below the typed client, which may be invalid in every way. */
export interface HttpCall {
  readonly key?: string | null;
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly world?: string;
}

/** Collects the proxy's reports about replies (and about requests that should be valid). */
export class Violations {
  readonly found: string[] = [];

  /** Notes the violations of a reply, and those of its request when `isRequestRight`. */
  note(subject: string, headers: Headers, isRequestRight: boolean): void {
    const list: unknown = JSON.parse(headers.get('sl-violations') ?? '[]');
    for (const entry of Array.isArray(list) ? list : []) {
      const isOfReply = entry?.location?.[0] === 'response';
      if (isOfReply || isRequestRight) {
        this.found.push(`${subject}: ${JSON.stringify(entry)}`);
      }
    }
  }
}

/** Calls an operation at a base address by plain fetch. */
export async function callOperation(
  base: string,
  operation: Pick<OperationShape, 'method' | 'path' | 'body' | 'example'>,
  call: HttpCall,
): Promise<HttpReply> {
  const { params = {} } = operation.example;
  const path =
    call.path ?? operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query).toString()}`;
  const isJson = call.form === undefined && call.body !== undefined;
  const response = await fetch(`${base}${path}${query}`, {
    method: operation.method,
    headers: {
      ...(typeof call.key === 'string' ? { authorization: `Bearer ${call.key}` } : {}),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(call.world === undefined ? {} : { [WORLD_HEADER]: call.world }),
      ...call.headers,
    },
    ...(isJson ? { body: JSON.stringify(call.body) } : {}),
    ...(call.form === undefined ? {} : { body: call.form }),
  });
  return toReply(response);
}

/** Reads a response to its end. */
export async function toReply(response: Response): Promise<HttpReply> {
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Bytes, or nothing.
  }
  const error = isErrorBody(body) ? body.error : null;
  return {
    status: response.status,
    headers: response.headers,
    body,
    code: error?.code ?? null,
    message: error?.message ?? '',
  };
}

/** Returns whether a body is exactly `{error: {code, message}}`. */
export function isErrorBody(
  body: unknown,
): body is { readonly error: { readonly code: string; readonly message: string } } {
  if (typeof body !== 'object' || body === null || !('error' in body)) {
    return false;
  }
  const { error } = body;
  return (
    Object.keys(body).length === 1 &&
    typeof error === 'object' &&
    error !== null &&
    Object.keys(error).toSorted().join() === 'code,message' &&
    'code' in error &&
    typeof error.code === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}

const uploadedSchema = z.object({ file_key: z.string() });

/** Uploads a file with a key, and returns the key of the file. */
export async function uploadBytes(
  base: string,
  key: string,
  {
    bytes,
    name,
    type,
  }: { readonly bytes: Uint8Array; readonly name: string; readonly type: string },
): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  const { body } = await callOperation(base, operations.uploadFile, { key, form });
  return uploadedSchema.parse(body).file_key;
}
