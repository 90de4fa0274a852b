/**
 * A value that is there already, or a promise of it. For what every request passes: each promise on its
 * way is a turn through the queue of microtasks, and dozens of them cost more than the work between.
 * A function that answers it throws what fails at once and rejects with what fails later.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value: at once when it is there, else when it comes. */
export function thenMaybe<T, R>(value: MaybePromise<T>, act: (value: T) => R): MaybePromise<R> {
  return value instanceof Promise ? value.then(act) : act(value);
}
