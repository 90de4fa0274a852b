import { type ApiErrorCode, apiErrors } from '../errors.ts';
import { errorDetailsMeaning, headerNames, rateHeaders } from '../headers.ts';
import type { OperationShape } from '../kit.ts';
import type { OpenApiObject } from './json.ts';

/** Headers of the document, by name: `components.headers`. */
export const headerComponents: OpenApiObject = {
  ...Object.fromEntries(
    Object.entries(rateHeaders).map(([name, description]) => [
      name,
      { description, schema: { type: 'integer', minimum: 0 } },
    ]),
  ),
  [headerNames.errorDetails]: { description: errorDetailsMeaning, schema: { type: 'string' } },
};

/** References to the headers that every reply has. */
export const headerRefs: OpenApiObject = Object.fromEntries(
  Object.keys(rateHeaders).map((name) => [name, toHeaderRef(name)]),
);

function toHeaderRef(name: string): OpenApiObject {
  return { $ref: `#/components/headers/${name}` };
}

/** Responses of an operation's errors, by status, as references into {@link createErrorComponents}. */
export function listErrorRefs(operation: Pick<OperationShape, 'errors'>): OpenApiObject {
  return Object.fromEntries(
    groupByStatus(operation.errors).map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${toComponentName(status, codes)}` },
    ]),
  );
}

/** One response for each combination of status and codes that occurs: `components.responses`. */
export function createErrorComponents(operations: readonly OperationShape[]): OpenApiObject {
  return Object.fromEntries(
    operations
      .flatMap((operation) => groupByStatus(operation.errors))
      .map(([status, codes]) => [toComponentName(status, codes), createErrorResponse(codes)]),
  );
}

type StatusCodes = readonly [status: number, codes: readonly ApiErrorCode[]];

function groupByStatus(codes: readonly ApiErrorCode[]): readonly StatusCodes[] {
  const statuses = new Set(codes.flatMap((code) => listStatuses(code)));
  return [...statuses]
    .toSorted((a, b) => a - b)
    .map(
      (status) => [status, codes.filter((code) => listStatuses(code).includes(status))] as const,
    );
}

function listStatuses(code: ApiErrorCode): readonly number[] {
  return apiErrors[code].statuses;
}

function toComponentName(status: number, codes: readonly ApiErrorCode[]): string {
  return [`Error${status}`, ...codes].join('.');
}

function createErrorResponse(codes: readonly ApiErrorCode[]): OpenApiObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${apiErrors[code].meaning}`).join(' '),
    headers: { ...headerRefs, [headerNames.errorDetails]: toHeaderRef(headerNames.errorDetails) },
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message'],
              properties: { code: { type: 'string', enum: codes }, message: { type: 'string' } },
            },
          },
        },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { value: { error: { code, message: apiErrors[code].meaning } } },
          ]),
        ),
      },
    },
  };
}
