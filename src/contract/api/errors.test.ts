import { describe, expect, it } from 'vitest';
import { AppError, DISK_FULL, errorCatalogue } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import {
  apiErrorCodes,
  apiErrors,
  fromReceivedFailure,
  fromSocketError,
  jobFailureCodes,
  receivedErrorBodySchema,
  refusedByState,
  parseFaultHeader,
  toErrorBody,
  toFaultHeader,
  toHttpStatus,
  withFault,
} from './errors.ts';
import { findApiKey, parseRetryAfter } from './headers.ts';

/** The table of the specification, and 507 for a full disk, which clients that know 5xx understand. */
const specified = {
  unauthorized: [401],
  forbidden: [403],
  insufficient_credits: [402],
  invalid_input: [400, 422],
  unsupported_format: [400],
  input_too_large: [400],
  capability_unavailable: [400],
  not_found: [404],
  rate_limited: [429],
  at_capacity: [429],
  internal_error: [500, 507],
};

describe('the errors of the API', () => {
  it('have the statuses of the specification', () => {
    const statuses = Object.entries(apiErrors).map(([code, error]) => [
      code,
      [...error.statuses].toSorted((a, b) => a - b),
    ]);
    expect(Object.fromEntries(statuses)).toEqual(specified);
  });

  it('are all in the catalogue', () => {
    for (const code of [...apiErrorCodes, ...jobFailureCodes]) {
      expect(errorCatalogue).toHaveProperty(code);
    }
  });

  it('answer 422 for a bad request and 400 for a bad moment', () => {
    expect(toHttpStatus(new AppError('invalid_input', 'x'))).toBe(422);
    expect(toHttpStatus(refusedByState('The job is finished.', { job_id: 'a' }))).toBe(400);
    expect(
      toHttpStatus(new AppError('not_found', 'x', { details: { refused_by_state: true } })),
    ).toBe(404);
  });

  it('have exactly code and message in their body', () => {
    const error = new AppError('invalid_input', 'prompt is required.', {
      details: { field: 'prompt' },
    });
    expect(toErrorBody(error)).toEqual({
      error: { code: 'invalid_input', message: 'prompt is required.' },
    });
  });

  it('have what was wrong and its facts in a header, and nothing else of the details', () => {
    const details = { ...faultDetails('wrong_type', { format: 'Fäß' }), folder: '/home/x' };
    const error = new AppError('unsupported_format', 'Not so.', { details });
    const header = toFaultHeader(error);
    expect(header).toMatch(/^[ -~]+$/);
    expect(parseFaultHeader(header)).toEqual({ reason: 'wrong_type', format: 'Fäß' });
    expect(toErrorBody(error).error).toEqual({ code: 'unsupported_format', message: 'Not so.' });
    expect(toFaultHeader(new AppError('storage_failed', 'x', { details }))).toBeNull();
    expect(parseFaultHeader('{"reason":')).toEqual({});
    expect(parseFaultHeader('{"reason":["x"]}')).toEqual({});
  });

  it('have nothing in that header that a client would act on by itself', () => {
    const more = '"retry_after_ms":1e9,"field":"x","wanted":"y","max":3';
    expect(parseFaultHeader(`{"reason":"too_long","max_minutes":60,${more}}`)).toEqual({
      reason: 'too_long',
      max_minutes: 60,
    });
    expect(parseFaultHeader(`{${more}}`)).toEqual({});
    expect(parseFaultHeader('{"reason":"file_too_large","max_mb":"a lot"}')).toEqual({});
  });

  it.each(['key_unreadable', 'no_key', 'no_permission', 'port_taken'])(
    'are never about this computer when they come from outside: %s',
    (reason) => {
      const details = { reason, port: 80 };
      const failure = { code: 'not_found', message: 'x', details };
      expect(parseFaultHeader(JSON.stringify(details))).toEqual({});
      expect(withFault(details)).toEqual({});
      expect(fromSocketError(failure, 'bad_reply').details).toEqual({ port: 80 });
      expect(fromReceivedFailure(failure, 'bad_reply').details).toEqual({ port: 80 });
    },
  );

  it('are about the disk of the service when it says that one is full', () => {
    const full = { details: { reason: 'service_disk_full' } };
    expect(withFault({ reason: DISK_FULL })).toEqual(full);
    const failure = { code: 'storage_failed', message: 'x', details: { reason: DISK_FULL } };
    expect(fromSocketError(failure, 'bad_reply')).toMatchObject(full);
  });

  it('say that the disk is full, which goes by', () => {
    const error = new AppError('storage_failed', 'secret path', { details: { reason: DISK_FULL } });
    expect(toHttpStatus(error)).toBe(507);
    expect(toErrorBody(error).error).toEqual({
      code: 'internal_error',
      message: 'The disk of the service is full. Try again when there is room.',
    });
  });

  it.each([
    ['a bug', new Error('secret path /home/x')],
    ['an error of the app alone', new AppError('storage_failed', 'secret path /home/x')],
    ['something thrown', 'secret path'],
  ])('hide %s', (_, error) => {
    expect(toHttpStatus(error)).toBe(500);
    expect(toErrorBody(error).error.code).toBe('internal_error');
    expect(JSON.stringify(toErrorBody(error))).not.toContain('secret');
  });
});

describe('a received failure', () => {
  it('may be a bare string or lack its message', () => {
    const read = (error: unknown) => receivedErrorBodySchema.parse({ error, more: 1 }).error;
    expect(read('not_found')).toEqual({ code: 'not_found', message: 'not_found' });
    expect(read({ code: 'not_found', added: 1 })).toEqual({
      code: 'not_found',
      message: 'not_found',
    });
    expect(receivedErrorBodySchema.safeParse({ error: 7 }).success).toBe(false);
  });

  it('keeps a code that is not known', () => {
    const error = fromReceivedFailure({ code: 'new', message: 'm' }, 'processing_failed');
    expect(error).toMatchObject({ code: 'processing_failed', details: { service_code: 'new' } });
  });
});

describe('headers', () => {
  it('carry the key in either form', () => {
    expect(findApiKey({ authorization: 'Bearer abc' })).toBe('abc');
    expect(findApiKey({ authorization: 'bearer  abc ' })).toBe('abc');
    expect(findApiKey({ apiKey: 'abc' })).toBe('abc');
    expect(findApiKey({ authorization: 'Bearer abc', apiKey: 'other' })).toBe('abc');
    expect(findApiKey({ authorization: 'Basic abc', apiKey: 'other' })).toBe('other');
    expect(findApiKey({ authorization: 'Basic abc' })).toBeNull();
    expect(findApiKey({ authorization: 'Bearer', apiKey: 'other' })).toBeNull();
    expect(findApiKey({ authorization: 'Bearer ' })).toBeNull();
    expect(findApiKey({ apiKey: ' ' })).toBeNull();
    expect(findApiKey({})).toBeNull();
  });

  it('say how long to wait', () => {
    const nowMs = Date.UTC(2026, 0, 1);
    expect(parseRetryAfter('2', nowMs)).toBe(2000);
    expect(parseRetryAfter('0.5', nowMs)).toBe(500);
    expect(parseRetryAfter(new Date(nowMs + 7000).toUTCString(), nowMs)).toBe(7000);
    expect(parseRetryAfter(new Date(nowMs - 7000).toUTCString(), nowMs)).toBe(0);
    expect(
      ['soon', '', '-5', '1e9', '99999999999', null].map((text) => parseRetryAfter(text, nowMs)),
    ).toEqual(Array(6).fill(null));
  });
});
