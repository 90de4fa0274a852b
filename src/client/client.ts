import { invariant } from '../base/errors.ts';
import type { OperationShape } from '../contract/api/kit.ts';
import {
  type OperationName,
  operationNames,
  type Operations,
  operations,
} from '../contract/api/operations.ts';
import type { AnswerOf, BinaryBody, CallOf } from './calls.ts';
import { sendDirectly } from './direct-upload.ts';
import { type Connection, exchange, type OutgoingRequest } from './exchange.ts';
import { type ApiClientOptions, type ClientContext, toClientContext } from './options.ts';
import { parseReply, readBody } from './reply.ts';
import { type AnyCall, toHeaders, toUrl } from './request.ts';
import { retry } from './retry.ts';
import { createMultipart, type MultipartBody, type OpenedUpload, openUpload } from './upload.ts';

/**
 * One function per operation. Each rejects with `AppError`: the code of the service, or `cancelled`,
 * `service_unreachable`, `bad_reply`. Reads and submits are retried when that is safe.
 */
export type ApiClient = {
  /** Address of the service, version prefix included, without a slash at the end. */
  readonly baseUrl: string;
} & {
  readonly [N in OperationName]: object extends CallOf<Operations[N]>
    ? (call?: CallOf<Operations[N]>) => Promise<AnswerOf<Operations[N]>>
    : (call: CallOf<Operations[N]>) => Promise<AnswerOf<Operations[N]>>;
};

/** A client for one service and one key. It holds nothing open. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  return bindOperations(toClientContext(options));
}

function bindOperations(context: ClientContext): ApiClient;
function bindOperations(context: ClientContext): object {
  const calls = operationNames.map((name) => [
    name,
    (call: AnyCall = {}) => perform(context, operations[name], call),
  ]);
  return { baseUrl: context.baseUrl, ...Object.fromEntries(calls) };
}

async function perform<O extends OperationShape>(
  context: ClientContext,
  operation: O,
  call: AnyCall,
): Promise<AnswerOf<O>>;
async function perform(
  context: ClientContext,
  operation: OperationShape,
  call: AnyCall,
): Promise<unknown> {
  const url = toUrl(context, operation, call);
  const headers = toHeaders(context, operation, call);
  const file = operation.body.kind === 'multipart' ? await openFile(call) : null;
  const sent = file === null ? null : await sendDirectly(context, perform, file, call);
  if (sent !== null) {
    return sent;
  }
  const upload = file === null ? null : createMultipart(file);
  const timeoutMs = upload === null ? context.timeoutMs : context.idleTimeoutMs;
  const toInit = (touch: () => void): OutgoingRequest =>
    upload === null
      ? toPlainInit(operation, headers, call)
      : toUploadInit(upload, headers, { call, touch });
  return retry(
    () =>
      exchange(context, { url, timeoutMs, toInit, signal: call.signal }, (connection) =>
        readAnswer(operation, connection),
      ),
    {
      isRepeatable: operation.method !== 'POST' || operation.isIdempotent,
      policy: context.retry,
      timing: context.timing,
      signal: call.signal,
    },
  );
}

function openFile({ file }: AnyCall): Promise<OpenedUpload> {
  invariant(file !== undefined, 'An upload has a file.');
  return openUpload(file);
}

function toPlainInit(
  operation: OperationShape,
  headers: Readonly<Record<string, string>>,
  call: AnyCall,
): OutgoingRequest {
  const { method } = operation;
  return operation.body.kind === 'json'
    ? { method, headers, body: JSON.stringify(call.body) }
    : { method, headers };
}

/**
 * Sends the length up front, so that servers without chunked uploads take it as well.
 *
 * `fetch` keeps a copy of the body for a redirect or a prompt for credentials. Only with both ruled out
 * it does not: 67 MB more memory instead of 522 MB for a file of 500 MB.
 */
function toUploadInit(
  upload: MultipartBody,
  headers: Readonly<Record<string, string>>,
  { call, touch }: { readonly call: AnyCall; readonly touch: () => void },
): OutgoingRequest {
  return {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': upload.contentType,
      'content-length': String(upload.sizeBytes),
    },
    body: upload.open((doneBytes) => {
      touch();
      call.onProgress?.({ doneBytes, totalBytes: upload.fileBytes });
    }),
    duplex: 'half',
    redirect: 'error',
    window: null,
  };
}

async function readAnswer(operation: OperationShape, { response }: Connection): Promise<unknown> {
  const bytes = await readBody(response);
  if (operation.result.kind === 'json') {
    return parseReply(response, bytes, operation.result.received);
  }
  if (operation.result.kind === 'none') {
    return null;
  }
  const reply: BinaryBody = {
    bytes,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
  };
  return reply;
}
