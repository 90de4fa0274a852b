import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { MultipartFile } from '@fastify/multipart';
import { AppError } from '../../base/errors.ts';
import { refusedByState } from '../../contract/api/errors.ts';
import { BYTES_PER_MB, limits } from '../../contract/api/limits.ts';
import { releaseFile } from '../files/sweep.ts';
import type { StoredUpload, UploadDependencies } from '../files/uploads.ts';
import type { Signals } from '../store/signals.ts';
import { allowSilenceAfterBody } from './while-connected.ts';

/** The only part an upload has. */
const PART = 'file';
/** Time to validate and store a file after its last byte, without a byte on the connection. */
const STORING_MS = 600_000;
/** Boundaries and headers of parts, on top of the file. */
const ENVELOPE_BYTES = 65_536;
/** Maximum bytes of a request: the largest file and its envelope. */
export const MAX_REQUEST_BYTES = limits.videoUploadMb * BYTES_PER_MB + ENVELOPE_BYTES;

/**
 * Options of the multipart parser. One more part than allowed, so that the error can name it. Some clients send
 * no file name or type, so the part's name identifies the file.
 */
export const multipartOptions = {
  limits: {
    files: 2,
    fields: 2,
    parts: 3,
    fieldSize: 1024,
    fieldNameSize: 200,
    headerPairs: 20,
    fileSize: MAX_REQUEST_BYTES,
  },
  isPartAFile: (
    name: string | undefined,
    _type: string | undefined,
    fileName: string | undefined,
  ): boolean => name === PART || fileName !== undefined,
};

/** Receives uploads over HTTP. */
export interface UploadEndpoint {
  /** Receives the file of a request for an account; it is validated and stored when this returns. */
  receive(request: FastifyRequest, accountId: string): Promise<StoredUpload>;
}

/** Dependencies of the endpoint. */
interface UploadEndpointDependencies extends UploadDependencies {
  readonly signals: Pick<Signals, 'send'>;
}

/** Makes the endpoint. */
export function createUploadEndpoint(dependencies: UploadEndpointDependencies): UploadEndpoint {
  return {
    async receive(request, accountId) {
      checkEnvelope(request);
      const stored = await receiveOnlyFile(dependencies, request, accountId);
      if (request.raw.socket.destroyed) {
        await giveUp(dependencies, stored);
        throw new AppError('cancelled', 'The upload was cut off.');
      }
      return stored;
    },
  };
}

function checkEnvelope(request: FastifyRequest): void {
  if (!request.isMultipart()) {
    throw refusedByState(`An upload is sent as multipart/form-data with one part named ${PART}.`);
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) {
    throw new AppError('input_too_large', 'The upload is larger than the largest file accepted.');
  }
}

/** Releases a file whose key its client never receives, so that it could not delete it. */
async function giveUp(
  { db, signals }: UploadEndpointDependencies,
  { fileKey }: StoredUpload,
): Promise<void> {
  await releaseFile(db, fileKey);
  signals.send({ kind: 'unused' });
}

async function receiveOnlyFile(
  dependencies: UploadEndpointDependencies,
  request: FastifyRequest,
  accountId: string,
): Promise<StoredUpload> {
  let stored: StoredUpload | null = null;
  try {
    for await (const part of readBody(request.parts())) {
      if (part.type === 'field' || part.fieldname !== PART) {
        throw unknownField(part.fieldname);
      }
      if (stored !== null) {
        throw new AppError('invalid_input', `The part ${PART} may be sent once only.`);
      }
      stored = await storePart(dependencies, request.raw, { part, accountId });
    }
  } catch (error) {
    if (stored !== null) {
      await giveUp(dependencies, stored);
    }
    throw error;
  }
  if (stored === null) {
    throw new AppError('invalid_input', `The part ${PART} is required.`);
  }
  return stored;
}

/** A client that hangs up ends the file immediately; otherwise the parser would wait forever for the rest. */
async function storePart(
  dependencies: UploadDependencies,
  request: IncomingMessage,
  { part, accountId }: { readonly part: MultipartFile; readonly accountId: string },
): Promise<StoredUpload> {
  const abort = new AbortController();
  const onClose = (): void => {
    if (!request.complete) {
      abort.abort(new AppError('cancelled', 'The upload was cut off.'));
      part.file.destroy();
    }
  };
  request.once('close', onClose);
  const forbidSilence = allowSilenceAfterBody(request, STORING_MS);
  try {
    // Loaded with the first upload: recognising formats is not needed to start.
    const { storeUpload } = await import('../files/uploads.ts');
    return await storeUpload(dependencies, {
      accountId,
      source: readBody(part.file),
      declaredType: part.mimetype,
      declaredName: part.filename,
      signal: abort.signal,
    });
  } finally {
    forbidSilence();
    request.off('close', onClose);
  }
}

/** `name` is undefined for a part without one, which the types of the parser do not say. */
function unknownField(name: string | undefined): AppError {
  const shown = JSON.stringify((name ?? '').slice(0, 64).replaceAll(/\p{Cc}/gu, '?'));
  return new AppError('invalid_input', `Unknown field ${shown} in the body. Allowed: ${PART}.`);
}

const parserErrors: Readonly<Record<string, AppError>> = {
  FST_REQ_FILE_TOO_LARGE: new AppError(
    'input_too_large',
    'The file is larger than the largest that is accepted.',
  ),
  FST_PARTS_LIMIT: new AppError('invalid_input', `An upload has one part, named ${PART}.`),
  FST_FILES_LIMIT: new AppError('invalid_input', `An upload has one part, named ${PART}.`),
  FST_FIELDS_LIMIT: new AppError('invalid_input', `An upload has one part, named ${PART}.`),
  FST_PROTO_VIOLATION: unknownField('__proto__'),
};

/** Reads on with typed errors for a malformed or cut body; errors of the reader are none of its own. */
async function* readBody<Piece>(source: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* source;
  } catch (error) {
    throw toBodyError(error);
  }
}

/** The parser has no codes for malformed bodies. */
function toBodyError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) {
    return error;
  }
  const known = 'code' in error ? parserErrors[String(error.code)] : undefined;
  return known ?? refusedByState('The multipart body is incomplete or damaged.');
}
