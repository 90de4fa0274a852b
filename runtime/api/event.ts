/** An event that a listener can veto. */
export interface VetoEvent {
  readonly preventDefault: () => void;
  readonly defaultPrevented: boolean;
}

/** Makes an event with fields of its own; `defaultPrevented` tells whether a listener vetoed it. */
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
