/** Messages between main and a utility process, in both directions. */
export type UtilityMessage =
  | { readonly t: 'message'; readonly message: unknown; readonly ports: readonly string[] }
  | {
      readonly t: 'port';
      readonly id: string;
      readonly message: unknown;
      readonly ports: readonly string[];
    }
  | { readonly t: 'port_closed'; readonly id: string };

/** Returns whether a message of the process channel belongs to the runtime; the module may send its own. */
export function isUtilityMessage(value: unknown): value is UtilityMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    't' in value &&
    (value.t === 'message' || value.t === 'port' || value.t === 'port_closed')
  );
}

/** Name of the variable that carries the name of the service to the process. */
export const serviceNameVariable = 'RUNTIME_SERVICE_NAME';
