import type { ExceptionDetails, RemoteObject } from '../cdp/protocol.ts';

/** A message the page wrote to its console. */
export interface ConsoleMessage {
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly message: string;
  readonly lineNumber: number;
  readonly sourceId: string;
}

/** Electron's level for a kind of console call. */
export function toConsoleLevel(type: string): ConsoleMessage['level'] {
  switch (type) {
    case 'error':
    case 'assert':
      return 'error';
    case 'warning':
      return 'warning';
    case 'debug':
      return 'debug';
    default:
      return 'info';
  }
}

/** A value as the console would write it. */
export function describeValue(value: RemoteObject): string {
  return typeof value.value === 'string'
    ? value.value
    : (value.unserializableValue ?? value.description ?? JSON.stringify(value.value ?? value.type));
}

/** Failure of a script, as one text. */
export function toErrorText(details: ExceptionDetails): string {
  const { exception } = details;
  return exception === undefined ? details.text : describeValue(exception);
}

/** A value that was asked for by value, with the numbers that JSON cannot say. */
export function toValue(result: RemoteObject): unknown {
  const special = result.unserializableValue;
  if (special === undefined) {
    return result.value;
  }
  return special.endsWith('n') && special !== 'NaN'
    ? BigInt(special.slice(0, -1))
    : Number(special);
}
