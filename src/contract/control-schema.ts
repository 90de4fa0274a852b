import * as z from 'zod';
import {
  connectRequest,
  controlEventSchema,
  controlMethods,
  controlReplySchema,
  controlVersion,
} from './control.ts';

/** The control API as JSON Schema, for clients that are generated or checked. */
export function createControlSchema(): object {
  const methods = Object.entries({
    connect: { summary: 'Asks for access; the first request of a connection.', ...connectRequest },
    ...controlMethods,
  });
  return {
    title: 'Guise control API',
    version: controlVersion,
    methods: Object.fromEntries(
      methods.map(([name, { summary, params, result }]) => [
        name,
        { summary, params: toJsonSchema(params), result: toJsonSchema(result) },
      ]),
    ),
    reply: toJsonSchema(controlReplySchema),
    event: toJsonSchema(controlEventSchema),
  };
}

function toJsonSchema(schema: z.ZodType): object {
  const { $schema: _version, ...plain } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return plain;
}
