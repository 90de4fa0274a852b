import * as fc from 'fast-check';
import {
  isJsonObject,
  readObject,
  readText,
  type OpenApiObject,
  type JsonValue,
} from '../../../src/contract/api/openapi/json.ts';
import type { SampleKeys } from '../../contract/support/samples.ts';
import {
  arbitraryOf,
  arbitraryOutside,
  createValidator,
  type PickField,
  resolveSchema,
} from './json-schema.ts';

/** A request that was made from the document alone. */
export interface GeneratedCall {
  readonly operation: string;
  readonly method: string;
  /** Relative to the base address, with its query. */
  readonly path: string;
  readonly body: JsonValue | undefined;
  /** True when the call is valid by the document. */
  readonly isRight: boolean;
}

/** An operation of the document, with the means to call it and to check its replies. */
export interface DocumentedOperation {
  readonly name: string;
  readonly method: string;
  /** Null where the request has a file. */
  readonly calls: fc.Arbitrary<GeneratedCall> | null;
  /** Returns the fault of a reply; null when the document allows it. */
  check(reply: {
    readonly status: number;
    readonly contentType: string;
    readonly text: string;
  }): string | null;
}

/** Resources that generated requests refer to. */
export interface Known {
  readonly keys: SampleKeys;
  readonly jobIds: readonly string[];
  /** A job that no request is about, so that it stays. */
  readonly keptJobId: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every operation of a document. */
export function listDocumented(
  document: OpenApiObject,
  known: Known,
): readonly DocumentedOperation[] {
  const paths = isJsonObject(document['paths']) ? document['paths'] : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isJsonObject(item) ? item[method] : undefined;
      return isJsonObject(operation)
        ? [toDocumented(document, known, { path, method: method.toUpperCase(), operation })]
        : [];
    }),
  );
}

interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiObject;
}

function toDocumented(document: OpenApiObject, known: Known, place: Place): DocumentedOperation {
  const { operation, method } = place;
  const name = readText(operation, 'operationId');
  const responses = resolveSchema(document, operation['responses']);
  const checks = new Map(
    Object.entries(responses).map(([status, response]) => [
      Number(status),
      toBodyChecks(isJsonObject(response) ? response : {}),
    ]),
  );
  return {
    name,
    method,
    calls: arbitraryCall(document, known, place, name),
    check({ status, contentType, text }) {
      const bodies = checks.get(status);
      if (bodies === undefined) {
        return `the status ${status} is not documented: ${text.slice(0, 200)}`;
      }
      if (bodies.size === 0) {
        return text === '' ? null : `${status} has no body in the document: ${text.slice(0, 200)}`;
      }
      const isValid = bodies.get(contentType.split(';')[0] ?? '');
      if (isValid === undefined) {
        return `the content type ${contentType} is not documented for ${status}`;
      }
      return isValid(text) ? null : `${status} ${text.slice(0, 300)} is not of its schema`;
    },
  };
}

function toBodyChecks(response: OpenApiObject): ReadonlyMap<string, (text: string) => boolean> {
  const content = isJsonObject(response['content']) ? response['content'] : {};
  return new Map(
    Object.entries(content).map(([type, body]) => {
      const schema = isJsonObject(body) && isJsonObject(body['schema']) ? body['schema'] : {};
      const isValid = type === 'application/json' ? createValidator(schema) : null;
      return [type, (text: string) => isValid === null || isValid(JSON.parse(text))] as const;
    }),
  );
}

/** Generates values that a schema alone cannot express: existing files, a reachable host, languages and voices. */
function createPick({ keys }: Known): PickField {
  const kinds = Object.entries(keys);
  return (name, schema) => {
    const { pattern } = schema;
    const kind = kinds.find(
      ([each]) => typeof pattern === 'string' && pattern.startsWith(`^api\\/${each}\\/`),
    );
    if (kind !== undefined) {
      return fc.constant(kind[1]);
    }
    if (name === 'callback_url') {
      return fc.constantFrom('https://example.com/hook', 'http://example.com:8080/a?b=c');
    }
    if (name === 'language') {
      return fc.constantFrom('en', 'de', 'German');
    }
    return name === 'voice_id' ? fc.constant('en-test') : undefined;
  };
}

function arbitraryCall(
  document: OpenApiObject,
  known: Known,
  { path, method, operation }: Place,
  name: string,
): fc.Arbitrary<GeneratedCall> | null {
  const request = resolveSchema(document, operation['requestBody']);
  const content = isJsonObject(request['content']) ? request['content'] : {};
  const json = content['application/json'];
  if (isJsonObject(content['multipart/form-data'])) {
    return null;
  }
  const schema = isJsonObject(json) && isJsonObject(json['schema']) ? json['schema'] : null;
  const pick = createPick(known);
  const bodies: fc.Arbitrary<readonly [JsonValue | undefined, boolean]> =
    schema === null
      ? fc.constant([undefined, true])
      : fc.oneof(
          { weight: 3, arbitrary: arbitraryOf(schema, pick).map((body) => [body, true] as const) },
          {
            weight: 2,
            arbitrary: arbitraryOutside(schema, pick).map((body) => [body, false] as const),
          },
        );
  return fc
    .tuple(bodies, arbitraryQuery(document, operation, known), arbitraryIds(known))
    .map(([[body, isBodyRight], query, id]) => ({
      operation: name,
      method,
      path: path.replaceAll(/\{\w+\}/g, encodeURIComponent(id)) + query.text,
      body,
      isRight: isBodyRight && query.isRight,
    }));
}

function arbitraryIds({ jobIds }: Known): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...jobIds) },
    {
      weight: 1,
      arbitrary: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 120 })
        .filter((id) => id.isWellFormed() && !/^\.{1,2}$/.test(id)),
    },
  );
}

interface Query {
  readonly text: string;
  readonly isRight: boolean;
}

function arbitraryQuery(
  document: OpenApiObject,
  operation: OpenApiObject,
  { keptJobId }: Known,
): fc.Arbitrary<Query> {
  const list = operation['parameters'];
  const parameters = (Array.isArray(list) ? list : [])
    .map((parameter) => resolveSchema(document, parameter))
    .filter((parameter) => parameter['in'] === 'query');
  const instant = fc.constantFrom(
    '2026-01-01',
    '2026-01-31T00:00:00Z',
    '2026-01-31T00:00:00+02:00',
  );
  // Values that a schema alone cannot express, as in bodies.
  const picked: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
    from: instant,
    to: instant,
    before: fc.constant(keptJobId),
  };
  const right = Object.fromEntries(
    parameters.map((parameter) => [
      readText(parameter, 'name'),
      arbitraryOf(
        readObject(parameter, 'schema'),
        (field) => picked[field],
        readText(parameter, 'name'),
      ),
    ]),
  );
  const wrong = fc.constantFrom(
    'surprise=1',
    'limit=0',
    'limit=501',
    'from=yesterday',
    'limit=1&limit=2',
  );
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record(right, { requiredKeys: [] }).map((values) => ({
        text: toQueryText(values),
        isRight: true,
      })),
    },
    { weight: 1, arbitrary: wrong.map((text) => ({ text: `?${text}`, isRight: false })) },
  );
}

function toQueryText(values: OpenApiObject): string {
  const pairs = Object.entries(values).map(
    ([name, value]) =>
      `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
