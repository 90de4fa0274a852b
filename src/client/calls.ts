import type * as z from 'zod';
import type { BodyInputOf, OperationShape, ReceivedOf } from '../contract/api/kit.ts';
import type { AnyCall } from './request.ts';
import type { TransferProgress, UploadSource } from './upload.ts';

/** Bytes of a reply that is not JSON. */
export interface BinaryBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/** Required, optional or absent, as the fields inside are; an empty schema has `string` for its keys. */
type Part<Name extends string, T> = string extends keyof T
  ? unknown
  : object extends T
    ? { readonly [N in Name]?: T | undefined }
    : { readonly [N in Name]: T };

type BodyPart<O extends OperationShape> = O['body']['kind'] extends 'multipart'
  ? {
      readonly file: UploadSource;
      readonly onProgress?: ((progress: TransferProgress) => void) | undefined;
    }
  : O['body']['kind'] extends 'json'
    ? { readonly body: BodyInputOf<O> }
    : unknown;

/** Parameters of a call of one operation. */
export type CallOf<O extends OperationShape> = Part<'params', z.input<O['params']>> &
  Part<'query', z.input<O['query']>> &
  BodyPart<O> &
  Pick<AnyCall, 'signal'> &
  (O['isIdempotent'] extends true ? Pick<AnyCall, 'idempotencyKey'> : unknown);

/** Result of a call of one operation. */
export type AnswerOf<O extends OperationShape> = O['result']['kind'] extends 'binary'
  ? BinaryBody
  : ReceivedOf<O>;
