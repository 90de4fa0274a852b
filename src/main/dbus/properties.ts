import type { DbusHandler } from './connection.ts';
import type { DbusMessage } from './message.ts';
import { toDbusText, type Variant } from './values.ts';

/** Properties of an object, by their name. */
export type DbusProperties = Readonly<Record<string, Variant>>;

/** Answers property calls; null for any other call, and for an unknown property. */
export function answerProperties(
  { member, body }: Pick<DbusMessage, 'member' | 'body'>,
  properties: DbusProperties,
): ReturnType<DbusHandler> {
  if (member === 'GetAll') {
    return { signature: 'a{sv}', body: [Object.entries(properties)] };
  }
  const name = toDbusText(body[1]);
  const value = member === 'Get' && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return value === undefined ? null : { signature: 'v', body: [value] };
}
