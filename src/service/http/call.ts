import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { MaybePromise } from '../../base/maybe-promise.ts';
import type { OperationShape, ReplyOf, RequestOf } from '../../contract/api/kit.ts';
import type { OperationName, Operations } from '../../contract/api/operations.ts';
import type { Caller } from '../accounts/account.ts';

/** Path of the API on its host; `{base_url}` is the host with this path. */
export const API_PATH = '/api/v1';

/** Bytes instead of JSON. */
export interface BinaryReply {
  readonly contentType: string;
  readonly body: Readable | Uint8Array;
}

/** Context of a request beside its parsed parts. */
export interface Call<O extends OperationShape> {
  /** Null for a public operation. */
  readonly caller: O['access'] extends 'public' ? null : Caller;
  /** The request itself, for a handler that reads a stream. */
  readonly source: FastifyRequest;
}

type Replied<O extends OperationShape> = O['result']['kind'] extends 'binary'
  ? BinaryReply
  : ReplyOf<O>;

// Declared as a method, because a list of handlers has to fit the handler of any operation.
type HandlerOf<O extends OperationShape> = {
  handle(request: RequestOf<O>, call: Call<O>): MaybePromise<Replied<O>>;
}['handle'];

/** Does an operation for a request that passed every check of the server. */
export type Handler<N extends OperationName> = HandlerOf<Operations[N]>;

/** One handler per operation; a missing one is a compile error. */
export type Handlers = { readonly [N in OperationName]: Handler<N> };
