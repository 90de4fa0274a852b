import { EventEmitter } from 'node:events';
import { createGuards } from '../guard.ts';

const guards = createGuards();

/** A view on an object of the API with the listed members only; any other throws by name. */
export const { guard } = guards;

/**
 * Makes instances of a class throw an error with the name of any missing member. The guard is at the end of the
 * prototype chain, so that existing members cost nothing and private fields work.
 */
export function guardInstances(
  name: string,
  constructor: { readonly prototype: object },
  base: object = EventEmitter.prototype,
): void {
  Object.setPrototypeOf(constructor.prototype, guards.guardEnd(name, base));
}
