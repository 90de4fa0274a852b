/** An event that a listener can veto. */
export interface VetoEvent {
  readonly preventDefault: () => void;
  readonly defaultPrevented: boolean;
}

/** Creates an event with the given fields; `defaultPrevented` reports whether a listener vetoed it. */
export function createEvent<T extends object>(fields: T): T & VetoEvent {
  let isPrevented = false;
  return Object.defineProperty(
    Object.assign(fields, {
      preventDefault: () => {
        isPrevented = true;
      },
      defaultPrevented: false,
    }),
    'defaultPrevented',
    { get: () => isPrevented, enumerable: true },
  );
}
