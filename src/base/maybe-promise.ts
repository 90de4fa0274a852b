/**
 * A value or a promise of it, for hot paths: each promise costs a turn of the microtask queue, and dozens of
 * them per request cost more than the work between them. A function that returns it throws immediate failures
 * and rejects with later ones.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Passes a value on: immediately when it is available, else when the promise resolves. */
export function chainMaybe<T, R>(value: MaybePromise<T>, act: (value: T) => R): MaybePromise<R> {
  return value instanceof Promise ? value.then(act) : act(value);
}
