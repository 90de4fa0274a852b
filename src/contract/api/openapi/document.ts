import { headerNames } from '../headers.ts';
import { type OperationShape, tags } from '../kit.ts';
import { limits } from '../limits.ts';
import { type OperationName, operationNames, operations } from '../operations.ts';
import {
  WEBHOOK_EVENT,
  WEBHOOK_SECRET_PREFIX,
  webhookHeaders,
  webhookSchedule,
} from '../webhooks.ts';
import { isJsonObject, type OpenApiObject, listAt, readObject } from './json.ts';
import { createErrorComponents, listErrorRefs, headerComponents, headerRefs } from './responses.ts';
import { type ApiSchemas, collectSchemas, toSchemaKey, WEBHOOK_KEY } from './schemas.ts';

const description = `Renders media from uploaded inputs and runs live sessions.

Inputs are named by the \`file_key\` of an upload. A submit answers with a job, which is polled or
announced by a webhook. Unknown request fields are refused with 422; clients tolerate unknown reply
fields. Money is in USD, times are ISO 8601 UTC.`;

const tagDescriptions: Readonly<Record<(typeof tags)[number], string>> = {
  Uploads: 'Files that other calls refer to.',
  Jobs: 'State of what was submitted.',
  Capabilities: 'Submits. Each answers with a job.',
  Voices: 'Catalogues of voices.',
  Live: 'Sessions over WebSocket.',
  Account: 'Limits, money and prices.',
};

const idempotencyParameter: OpenApiObject = {
  name: headerNames.idempotencyKey,
  in: 'header',
  required: false,
  description:
    'Any unique text. A repeated request with the same key gets the original job, without a second ' +
    'charge; with another body or path it gets 422 `invalid_input`.',
  schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyChars },
};

/**
 * The OpenAPI 3.1 document of the API. `serverUrl` is the base address, version prefix included; a path
 * means the host that serves the document.
 */
export function createOpenApiDocument(serverUrl = '/api/v1'): OpenApiObject {
  const schemas = collectSchemas();
  const paths: Record<string, Record<string, OpenApiObject>> = {};
  for (const name of operationNames) {
    const { path, method } = operations[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(name, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guise API',
      version: '1.0.0',
      description,
      license: { name: 'GPL-3.0-or-later', identifier: 'GPL-3.0-or-later' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [...tags.map((name) => ({ name, description: tagDescriptions[name] })), webhookTag],
    paths,
    webhooks: { jobCompleted: { post: describeWebhook(schemas) } },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The API key. Recommended.' },
        apiKey: { type: 'apiKey', in: 'header', name: headerNames.apiKey },
      },
      parameters: { IdempotencyKey: idempotencyParameter },
      headers: headerComponents,
      responses: createErrorComponents(Object.values(operations)),
      schemas: schemas.named,
    },
  };
}

const webhookTag = {
  name: 'Webhooks',
  description: 'What the service calls when a job with `callback_url` ends.',
} as const;

function describeOperation(name: OperationName, schemas: ApiSchemas): OpenApiObject {
  const operation: OperationShape = operations[name];
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === '' ? {} : { description: operation.description }),
    ...(operation.access === 'public' ? { security: [] } : { 'x-scope': operation.access }),
    ...(operation.feature === null ? {} : { 'x-feature': operation.feature }),
    parameters: [
      ...describeParameters(name, 'params', schemas),
      ...describeParameters(name, 'query', schemas),
      ...(operation.isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...describeBody(name, schemas),
    responses: {
      ...describeSuccess(name, schemas),
      ...listErrorRefs(operation),
    },
  };
}

function describeParameters(
  name: OperationName,
  use: 'params' | 'query',
  schemas: ApiSchemas,
): readonly OpenApiObject[] {
  const schema = readObject(schemas.byUse, toSchemaKey(name, use));
  const required = listAt(schema, 'required');
  return Object.entries(readObject(schema, 'properties')).map(([field, value]) => {
    const { description: text, ...rest } = isJsonObject(value) ? value : {};
    return {
      name: field,
      in: use === 'params' ? 'path' : 'query',
      required: use === 'params' || required.includes(field),
      description: text,
      schema: rest,
    };
  });
}

function describeBody(name: OperationName, schemas: ApiSchemas): OpenApiObject {
  const { body, example }: OperationShape = operations[name];
  if (body.kind === 'none') {
    return {};
  }
  if (body.kind === 'json') {
    const schema = readObject(schemas.byUse, toSchemaKey(name, 'body'));
    const content = { 'application/json': { schema, example: toJson(example.body) } };
    return { requestBody: { required: true, content } };
  }
  const file = { type: 'string', format: 'binary', description: 'The file.' };
  const schema = {
    type: 'object',
    required: ['file'],
    properties: { file },
    additionalProperties: false,
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
}

function describeSuccess(name: OperationName, schemas: ApiSchemas): OpenApiObject {
  const { result, example }: OperationShape = operations[name];
  return result.kind === 'none'
    ? { '204': { description: 'Done.', headers: headerRefs } }
    : {
        '200': {
          description: 'Done.',
          headers: headerRefs,
          content: describeContent(name, { result, example }, schemas),
        },
      };
}

function describeContent(
  name: OperationName,
  {
    result,
    example,
  }: Pick<OperationShape, 'example'> & {
    readonly result: Exclude<OperationShape['result'], { readonly kind: 'none' }>;
  },
  schemas: ApiSchemas,
): OpenApiObject {
  if (result.kind === 'binary') {
    const bytes = { schema: { type: 'string', format: 'binary' } };
    return Object.fromEntries(result.contentTypes.map((type) => [type, bytes]));
  }
  const schema = readObject(schemas.byUse, toSchemaKey(name, 'reply'));
  return { 'application/json': { schema, example: toJson(example.reply) } };
}

function describeWebhook(schemas: ApiSchemas): OpenApiObject {
  const { attempts, firstDelayMs, factor, maxDelayMs, jitter, totalTimeoutMs, secretOverlapMs } =
    webhookSchedule;
  const header = (name: string, text: string, schema: OpenApiObject): OpenApiObject => ({
    name,
    in: 'header',
    required: name !== webhookHeaders.previousSignature,
    description: text,
    schema: { type: 'string', ...schema },
  });
  return {
    operationId: 'receiveJobCompleted',
    // A tag of its own: generated clients make one class of each tag, and webhooks are not calls.
    tags: [webhookTag.name],
    summary: 'A job reached a terminal status',
    description:
      `Sent for jobs with \`callback_url\`, at least once and in no order. Answer 2xx within ` +
      `${totalTimeoutMs / 1000} s; redirects are not followed. Anything else is tried again, ${attempts} ` +
      `attempts in all: after ${firstDelayMs / 1000} s, then each time ${factor} times later, ` +
      `${maxDelayMs / 3_600_000} h at most, ± ${jitter * 100} %.`,
    security: [],
    parameters: [
      header(webhookHeaders.event, 'The only event.', { enum: [WEBHOOK_EVENT] }),
      header(
        webhookHeaders.signature,
        'Hex HMAC-SHA256 of the raw body, keyed with the webhook secret as shown (UTF-8). For ' +
          `${secretOverlapMs / 3_600_000} h after a rotation attempts are signed with the new and the old ` +
          'secret in turn: answer other than 2xx when it does not match, and the next attempt does.',
        { pattern: '^[0-9a-f]{64}$' },
      ),
      header(
        webhookHeaders.previousSignature,
        'The same with the old secret, while a rotated secret is still valid.',
        {},
      ),
      header(webhookHeaders.standardId, 'Id of the event, the same for every attempt.', {}),
      header(webhookHeaders.standardTimestamp, 'Time of the attempt, seconds since 1970.', {}),
      header(
        webhookHeaders.standardSignature,
        '`v1,` and base64 HMAC-SHA256 of `<id>.<timestamp>.<body>`, keyed with the bytes after ' +
          `\`${WEBHOOK_SECRET_PREFIX}\` of the secret; several with a space between while a secret rotates.`,
        {},
      ),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: readObject(schemas.byUse, WEBHOOK_KEY) } },
    },
    responses: {
      '2XX': { description: 'Delivered.' },
      '4XX': { description: 'Tried again later.' },
    },
  };
}

/** Examples are plain JSON by construction; a copy through text gives them the type. */
function toJson(value: unknown): OpenApiObject {
  return JSON.parse(JSON.stringify(value));
}
