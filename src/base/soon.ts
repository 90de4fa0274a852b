/**
 * A value that is there already, or a promise of it. For what every request passes: each promise on its
 * way is a turn through the queue of microtasks, and dozens of them cost more than the work between.
 * A function that answers it throws what fails at once and rejects with what fails later.
 */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value: at once when it is there, else when it comes. */
export function whenHere<T, R>(value: Soon<T>, act: (value: T) => R): Soon<R> {
  return value instanceof Promise ? value.then(act) : act(value);
}
