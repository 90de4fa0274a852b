import * as z from 'zod';
import * as fc from 'fast-check';
import { Agent, request as sendRequest } from 'node:http';
import type { OperationShape } from '../../../src/contract/api/kit.ts';
import {
  type OperationName,
  operationNames,
  operations,
} from '../../../src/contract/api/operations.ts';
import { type SampleKeys, toRealBody } from './samples.ts';

/** A request below every client: path, headers and body as they go over the wire. */
export interface WireRequest {
  readonly operation: OperationName;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const nasty = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\uDFFF tail',
  '\u{1F469}\u200D\u{1F680}'.repeat(40),
  'e\u0301'.repeat(50),
  '\u202Eright to left',
  'x'.repeat(2001),
  'x'.repeat(20_000),
  '../../etc/passwd',
  'api/images/../../x.png',
  "'; drop table jobs; --",
  '{"$gt":""}',
  '__proto__',
  'constructor',
  '%00',
  '%2e%2e%2f',
  '\r\nX-Injected: 1',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  'null',
  'true',
];

const nastyText = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary', maxLength: 60 }));

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      481,
      2 ** 53,
      -(2 ** 31),
      1e300,
      5e-324,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom([], {}, [null], [[[]]], { a: { b: {} } }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Mutation of one field of a body. */
const mutation = fc.oneof(
  fc.constant({ kind: 'missing' as const }),
  fc.record({ kind: fc.constant('set' as const), value: anyValue }),
  fc.record({ kind: fc.constant('sibling' as const), name: nastyText, value: anyValue }),
  fc.constant({ kind: 'list' as const }),
);

type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;

function mutate(
  body: Record<string, unknown>,
  field: string,
  change: Mutation,
): Record<string, unknown> {
  switch (change.kind) {
    case 'missing': {
      const { [field]: _, ...rest } = body;
      return rest;
    }
    case 'set':
      return { ...body, [field]: change.value };
    case 'sibling':
      // `__proto__` as a literal key of JSON, which an assignment would not make.
      return Object.defineProperty({ ...body }, change.name, {
        value: change.value,
        enumerable: true,
      });
    case 'list':
      return { ...body, [field]: [body[field], body[field]] };
  }
}

const rawBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '7',
    '{"a":1}{"b":2}',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
    '\uFEFF{}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `{"script":"${'x'.repeat(70_000)}"}`,
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

const contentType = fc.oneof(
  { weight: 8, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      ';',
      'application/json/json',
    ),
  },
);

const headerText = fc.oneof(
  fc.constantFrom(
    '',
    '""',
    '"',
    'a',
    '"a"',
    'a,b',
    'x'.repeat(255),
    'x'.repeat(256),
    '\t',
    '\u00E9',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
);

/** Form in which a key is sent; `right` has the largest weight, since most code is behind a valid key. */
const credentials = fc.oneof(
  { weight: 12, arbitrary: fc.constant('right' as const) },
  { weight: 3, arbitrary: fc.constant('x-api-key' as const) },
  { weight: 1, arbitrary: fc.constantFrom('none' as const, 'wrong' as const, 'basic' as const) },
);

function toCredentials(form: string, key: string): Record<string, string> {
  switch (form) {
    case 'right':
      return { authorization: `Bearer ${key}` };
    case 'x-api-key':
      return { 'x-api-key': key };
    case 'wrong':
      return { authorization: `Bearer ${key.slice(1)}` };
    case 'basic':
      return { authorization: `Basic ${key}` };
    default:
      return {};
  }
}

const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.oneof(fc.constantFrom('limit', 'offset', 'status', 'from', 'to'), nastyText),
          fc.oneof(
            fc.constantFrom('1', '0', '200', '201', '007', '+5', '2026-01-01', '2026-13-01'),
            nastyText,
          ),
        ),
        { maxLength: 4 },
      )
      .map((pairs) => `?${pairs.map((pair) => pair.map(encode).join('=')).join('&')}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('?', '?&&', '?=', '?%', '?a=%zz', '?limit=1&limit=2', '?limit[]=1'),
  },
);

const parameter = fc.oneof(
  fc.constantFrom(
    '0197a3c1-0a41-7e85-8c61-5f80bd74e913',
    'deep-narrator',
    '%2e%2e',
    '%',
    '%zz',
    'a%2Fb',
    '.',
  ),
  nastyText.map((text) => encode(text).slice(0, 3000)),
  fc.constant('x'.repeat(129)),
  fc.constant('x'.repeat(1500)),
);

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** A generated request; the key is added when it is sent. */
export interface Plan {
  readonly request: WireRequest;
  readonly credentials: string;
}

/** Requests with one or two faults, or valid by chance. */
export function arbitraryPlan(keys: SampleKeys): fc.Arbitrary<Plan> {
  return fc.constantFrom(...operationNames).chain((operation) => {
    const shape: OperationShape = operations[operation];
    const fields =
      shape.body.kind === 'json'
        ? Object.keys(
            z.toJSONSchema(z.object(shape.body.schema.shape), { io: 'input' }).properties ?? {},
          )
        : ['file'];
    const body = fc.oneof(
      {
        weight: 5,
        arbitrary: fc
          .array(fc.tuple(fc.constantFrom(...fields), mutation), { maxLength: 3 })
          .map((changes) => {
            const start = toRealBody(shape, keys);
            return JSON.stringify(
              changes.reduce((made, [field, change]) => mutate(made, field, change), start),
            );
          }),
      },
      { weight: 1, arbitrary: rawBody },
    );
    return fc
      .record({
        credentials,
        query,
        contentType,
        idempotencyKey: fc.option(headerText, { freq: 3 }),
        parameters: fc.array(parameter, { minLength: 2, maxLength: 2 }),
        keepsParameters: fc.boolean(),
        method: fc.oneof(
          { weight: 12, arbitrary: fc.constant(shape.method) },
          {
            weight: 1,
            arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
          },
        ),
        body,
      })
      .map((made): Plan => {
        const { params = {} } = shape.example;
        let index = 0;
        const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
          index += 1;
          return made.keepsParameters ? (params[name] ?? '') : (made.parameters[index - 1] ?? '');
        });
        const hasBody = made.method !== 'GET' && made.method !== 'HEAD';
        return {
          credentials: made.credentials,
          request: {
            operation,
            method: made.method,
            path: path + made.query,
            headers: {
              ...(hasBody ? { 'content-type': made.contentType } : {}),
              ...(made.idempotencyKey === null ? {} : { 'idempotency-key': made.idempotencyKey }),
            },
            body: hasBody ? made.body : null,
          },
        };
      });
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Sends a plan with a key. Null when Node's client itself refuses to write it. */
export function sendPlan(
  baseUrl: string,
  { request, credentials: form }: Plan,
  key: string,
): Promise<{ readonly status: number; readonly text: string } | null> {
  const { hostname, port, pathname } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let outgoing;
    try {
      outgoing = sendRequest(
        {
          hostname,
          port,
          agent,
          method: request.method,
          path: pathname + request.path,
          headers: { ...request.headers, ...toCredentials(form, key) },
        },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', reject);
          reply.on('end', () => {
            resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
          });
        },
      );
    } catch (error) {
      if (error instanceof TypeError) {
        resolve(null);
        return;
      }
      throw error;
    }
    outgoing.on('error', reject);
    outgoing.end(request.body ?? undefined);
  });
}

/** Ends the connections of {@link sendPlan}. */
export function closeConnections(): void {
  agent.destroy();
}
