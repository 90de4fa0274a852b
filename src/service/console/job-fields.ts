import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { AppError } from '../../base/errors.ts';
import type { OperationShape } from '../../contract/api/kit.ts';
import {
  type OperationName,
  operationNames,
  operations,
  type SubmitName,
} from '../../contract/api/operations.ts';
import { UsageError } from './usage.ts';

const submits = operationNames.filter(isSubmit).map((name) => ({
  name,
  endpoint: operations[name].path.slice(1),
}));

/** Endpoints that take jobs. */
export const submitEndpoints = submits.map(({ endpoint }) => endpoint);

/** The submit of an endpoint; throws {@link UsageError} for any other. */
export function requireSubmit(endpoint: string | undefined): { readonly name: SubmitName } {
  const found = submits.find((submit) => submit.endpoint === endpoint?.replace(/^\//, ''));
  if (found === undefined) {
    const reason = endpoint === undefined ? 'An endpoint is needed' : `There is no job ${endpoint}`;
    throw new UsageError(`${reason}; there are ${submitEndpoints.join(', ')}.`);
  }
  return found;
}

/**
 * Creates a request body from `field=value` texts: converts numbers, switches and lists to the type of the field, and
 * uploads files. The service validates the values.
 */
export async function readFields(
  name: SubmitName,
  pairs: readonly string[],
  upload: (path: string) => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const types = readTypes(name);
  const body: Record<string, unknown> = {};
  for (const pair of pairs) {
    const split = pair.indexOf('=');
    if (split < 1) {
      throw new UsageError(`${pair} is no field; write field=value or field=@file.`);
    }
    const field = pair.slice(0, split);
    const text = pair.slice(split + 1);
    const value = toValue(await readText(field, text, upload), types[field]);
    const earlier = body[field];
    if (types[field] === 'array') {
      body[field] = Array.isArray(earlier) ? [...earlier, value] : [value];
    } else if (earlier !== undefined) {
      throw new UsageError(`${field} is given twice; it takes one value.`);
    } else {
      body[field] = value;
    }
  }
  return body;
}

async function readText(
  field: string,
  text: string,
  upload: (path: string) => Promise<string>,
): Promise<string> {
  if (!text.startsWith('@')) {
    return text;
  }
  if (text.startsWith('@@')) {
    return text.slice(1);
  }
  const path = text.slice(1);
  if (/_keys?$/.test(field)) {
    return upload(path);
  }
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new AppError('invalid_input', `The file ${path} cannot be read.`, { cause });
  }
}

function toValue(text: string, type: string | undefined): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) {
    return Number(text);
  }
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

/** Types of the fields of a submit, as JSON Schema calls them. */
function readTypes(name: SubmitName): Readonly<Record<string, string>> {
  const { body }: OperationShape = operations[name];
  const properties =
    body.kind === 'json'
      ? z.toJSONSchema(z.object(body.schema.shape), { io: 'input' }).properties
      : undefined;
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([field, property]) =>
      typeof property === 'object' && typeof property.type === 'string'
        ? [[field, property.type]]
        : [],
    ),
  );
}

function isSubmit(name: OperationName): name is SubmitName {
  return name.startsWith('submit');
}
