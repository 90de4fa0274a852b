import * as z from 'zod';
import { operationNames, operations } from '../operations.ts';
import type { OperationShape } from '../kit.ts';
import { webhookPayloadSchema } from '../webhooks.ts';
import { isJsonObject, type OpenApiObject, type JsonValue, readObject } from './json.ts';

/** All schemas of the API as JSON Schema: named ones once, the others by their use. */
export interface ApiSchemas {
  /** Schemas for `components.schemas`. */
  readonly named: OpenApiObject;
  /** Schemas by {@link toSchemaKey}; often just a `$ref`. */
  readonly byUse: OpenApiObject;
}

/** Purpose of a schema within its operation. */
export type SchemaUse = 'params' | 'query' | 'body' | 'reply';

/** Key of {@link ApiSchemas.byUse}. */
export function toSchemaKey(operationName: string, use: SchemaUse): string {
  return `${operationName}.${use}`;
}

/** Key of the webhook's payload in {@link ApiSchemas.byUse}. */
export const WEBHOOK_KEY = 'webhook';

/** Converts all schemas in one go, so that a named schema gets one entry. */
export function collectSchemas(): ApiSchemas {
  const uses: Record<string, z.ZodType> = { [WEBHOOK_KEY]: webhookPayloadSchema };
  for (const name of operationNames) {
    const operation: OperationShape = operations[name];
    uses[toSchemaKey(name, 'params')] = operation.params;
    uses[toSchemaKey(name, 'query')] = operation.query;
    if (operation.body.kind === 'json') {
      uses[toSchemaKey(name, 'body')] = operation.body.schema;
    }
    if (operation.result.kind === 'json') {
      uses[toSchemaKey(name, 'reply')] = operation.result.schema;
    }
  }
  const converted = toJson(
    z.toJSONSchema(z.object(uses), {
      io: 'input',
      override: ({ jsonSchema }) => {
        dropSafeIntegerBounds(jsonSchema);
      },
    }),
  );
  return { named: readObject(converted, '$defs'), byUse: readObject(converted, 'properties') };
}

/** Integers of zod carry the bounds of doubles, which say nothing to a reader. */
function dropSafeIntegerBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
  }
  if (schema.minimum === Number.MIN_SAFE_INTEGER) {
    delete schema.minimum;
  }
}

/** Copies to plain JSON, with references to where the document keeps named schemas. */
function toJson(schema: unknown): OpenApiObject {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  const value: JsonValue = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}
