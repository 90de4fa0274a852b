import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { apiErrors } from './errors.ts';
import { features, jobFeatureNames } from './features.ts';
import type { OperationShape, ReceivedOf, ReplyOf, RequestOf } from './kit.ts';
import { createOpenApiDocument } from './openapi/document.ts';
import { isJsonObject, type OpenApiObject, readObject, readText } from './openapi/json.ts';
import { operationNames, type Operations, operations } from './operations.ts';
import { parseRequest, type RawRequest } from './parse.ts';

const shapes = operationNames.map((name): [string, OperationShape] => [name, operations[name]]);
const document = createOpenApiDocument();

/** The routes of the specification, in its words. */
const specified = `
POST /uploads
GET /jobs/{job_id}
GET /jobs
POST /jobs/{job_id}/cancel
POST /avatar
POST /face-swap
POST /face-swap-image
POST /lip-sync
POST /reimagine-image
POST /reimagine-video
POST /identity-swap
POST /identity-swap/{id}/advance
POST /motion-control
POST /voice-clone
POST /text-to-speech
GET /voices
GET /pricing
GET /account
GET /balance
GET /usage
GET /usage/summary
POST /real-time-swap/session
GET /voice-changer/voices
GET /voice-changer/voices/{id}/sample
POST /voice-changer/session
`;

/**
 * Operations that Guise adds: the specification has none to delete jobs and uploads, or to upload directly to storage.
 */
const added = `
DELETE /jobs/{job_id}
DELETE /uploads/{file_key}
POST /uploads/direct
POST /uploads/direct/{upload_id}/complete
`;

function rawExample({ example }: OperationShape): RawRequest {
  return { params: example.params ?? {}, query: example.query ?? {}, body: example.body };
}

function findRefusal(operation: OperationShape, raw: RawRequest): AppError | null {
  try {
    parseRequest(operation, raw);
    return null;
  } catch (error) {
    if (error instanceof AppError) {
      return error;
    }
    throw error;
  }
}

describe('the list of operations', () => {
  it('has every route of the specification, those that were added, and no other', () => {
    const routes = shapes.map(([, { method, path }]) => `${method} ${path}`);
    expect(routes.toSorted()).toEqual((specified + added).trim().split(/\n+/).toSorted());
  });

  it('has one submit for each feature that is a job, at its endpoint', () => {
    const submits = shapes.filter(([name]) => name.startsWith('submit'));
    expect(submits).toHaveLength(jobFeatureNames.length);
    expect(new Set(submits.map(([, { feature }]) => feature))).toEqual(new Set(jobFeatureNames));
    for (const [, { feature, path, isIdempotent }] of submits) {
      expect(path).toBe(`/${features[feature!].endpoint}`);
      expect(isIdempotent).toBe(true);
    }
  });

  it('lets only voices and prices be read without a key', () => {
    const open = shapes.filter(([, { access }]) => access === 'public').map(([name]) => name);
    expect(open.toSorted()).toEqual(['listVoices', 'readPricing']);
  });

  it('gives the service and the client exact types', () => {
    expectTypeOf<RequestOf<Operations['submitAvatar']>['body']['image_key']>().toBeString();
    expectTypeOf<RequestOf<Operations['submitIdentitySwap']>['body']['mode']>().toEqualTypeOf<
      'express' | 'advanced'
    >();
    expectTypeOf<RequestOf<Operations['cancelJob']>['body']>().toBeNull();
    expectTypeOf<RequestOf<Operations['listUsage']>['query']['from']>().toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf<ReplyOf<Operations['readJob']>['status']>().toEqualTypeOf<
      'queued' | 'processing' | 'succeeded' | 'failed' | 'canceled'
    >();
    expectTypeOf<ReceivedOf<Operations['readJob']>['stage']>().toEqualTypeOf<string | null>();
    expectTypeOf<ReplyOf<Operations['readVoiceSample']>>().toBeNull();
  });
});

describe.each(shapes)('%s', (name, operation) => {
  it('accepts its own example', () => {
    expect(findRefusal(operation, rawExample(operation))).toBeNull();
  });

  it('sends and receives its own example', () => {
    if (operation.result.kind === 'json') {
      const { schema, received } = operation.result;
      expect(schema.parse(operation.example.reply)).toEqual(operation.example.reply);
      expect(received.safeParse(operation.example.reply).error).toBeUndefined();
    }
  });

  it('names its parameters in its path', () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field);
    expect(inPath).toEqual(Object.keys(operation.params.shape));
  });

  it('is in the document with its scope, its errors and its example', () => {
    const described = readObject(
      readObject(readObject(document, 'paths'), operation.path),
      operation.method.toLowerCase(),
    );
    expect(readText(described, 'operationId')).toBe(name);
    expect(readText(described, 'x-scope')).toBe(
      operation.access === 'public' ? '' : operation.access,
    );
    const statuses = operation.errors.flatMap((code) => [...apiErrors[code].statuses]);
    expect(Object.keys(readObject(described, 'responses')).toSorted()).toEqual(
      [...new Set([operation.result.kind === 'none' ? 204 : 200, ...statuses])]
        .map(String)
        .toSorted(),
    );
  });

  it('lists the errors that every operation can answer', () => {
    expect(operation.errors).toEqual(
      expect.arrayContaining(['invalid_input', 'rate_limited', 'internal_error']),
    );
    expect(operation.errors.includes('unauthorized')).toBe(operation.access !== 'public');
    expect(operation.errors.includes('forbidden')).toBe(operation.access !== 'public');
  });

  it('refuses an unknown field of the query and names it', () => {
    const raw = rawExample(operation);
    const error = findRefusal(operation, { ...raw, query: { ...raw.query, bogus: '1' } });
    expect(error).toMatchObject({ code: 'invalid_input', details: { field: 'bogus' } });
    expect(error!.message).toContain('"bogus"');
  });

  it('refuses any unknown field of the body and names it', () => {
    const { body } = operation;
    if (body.kind === 'multipart') {
      return;
    }
    const known = body.kind === 'json' ? Object.keys(body.schema.shape) : [];
    // Without escapes, because JSON.parse of Node 24.21 reads '"' as '\\' when the same text contained '\\' before.
    const names = fc
      .string({ minLength: 1, maxLength: 30 })
      .filter((field) => !known.includes(field) && JSON.stringify(field) === `"${field}"`);
    const raw = rawExample(operation);
    fc.assert(
      fc.property(names, fc.jsonValue(), (field, value) => {
        const example = JSON.stringify(raw.body ?? {}).slice(1, -1);
        const added = `${JSON.stringify(field)}: ${JSON.stringify(value)}`;
        const text = `{${[example, added].filter((part) => part !== '').join(', ')}}`;
        const error = findRefusal(operation, { ...raw, body: JSON.parse(text) });
        expect(error).toMatchObject({ code: 'invalid_input', details: { field } });
      }),
      { numRuns: 30 },
    );
  });

  it('answers any body with a parsed request or with invalid_input', () => {
    const raw = rawExample(operation);
    const example = isJsonObject(raw.body as OpenApiObject) ? (raw.body as OpenApiObject) : {};
    const fields = fc.constantFrom(...Object.keys(example), 'prompt', 'mode', 'stage');
    const changes = fc.dictionary(fields, fc.oneof(fc.jsonValue(), fc.constant(undefined)));
    fc.assert(
      fc.property(changes, (change) => {
        const error = findRefusal(operation, { ...raw, body: { ...example, ...change } });
        expect(error === null || error.code === 'invalid_input').toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
