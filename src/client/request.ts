import { AppError } from '../base/errors.ts';
import { createId } from '../base/ids.ts';
import { headerNames } from '../contract/api/headers.ts';
import type { OperationShape } from '../contract/api/kit.ts';
import type { ClientContext } from './options.ts';
import type { TransferProgress, UploadSource } from './upload.ts';

/** A call of any operation; {@link CallOf} says which parts which one takes. */
export interface AnyCall {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly file?: UploadSource | undefined;
  readonly onProgress?: ((progress: TransferProgress) => void) | undefined;
  /** Key of a submit. Without one a new key is made, so that a retry never submits twice. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Builds the URL of an operation below the base URL. Throws `invalid_input` for an invalid id. */
export function toUrl(context: ClientContext, operation: OperationShape, call: AnyCall): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    toSegment(name, toText(call.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) {
      query.set(name, toText(value));
    }
  }
  return `${context.baseUrl}${path}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

/** Headers of a call. The key goes along unless the operation is public. */
export function toHeaders(
  context: ClientContext,
  operation: OperationShape,
  call: AnyCall,
): Record<string, string> {
  return {
    accept:
      operation.result.kind === 'binary'
        ? operation.result.contentTypes.join()
        : 'application/json',
    ...(operation.access === 'public' ? {} : context.keyHeaders),
    ...(operation.body.kind === 'json' ? { 'content-type': 'application/json' } : {}),
    ...(operation.isIdempotent
      ? { [headerNames.idempotencyKey]: call.idempotencyKey ?? createId() }
      : {}),
  };
}

/** A value as one segment of a path. Values with a meaning in paths would address another resource. */
function toSegment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) {
    throw new AppError('invalid_input', `${name} must be an id, not ${JSON.stringify(value)}.`);
  }
  return encodeURIComponent(value);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
