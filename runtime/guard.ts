/**
 * Makes the guards of one side. An object behind a guard has the listed members; reading any other
 * throws an error with its full name, so that a missing part of the Electron API is found at once
 * and not as "undefined is not a function".
 *
 * Runs inside pages too, as text: it must refer to nothing outside itself.
 */
export function createGuards(): {
  /** A view on `target` with the listed members only. */
  readonly guard: <T extends object>(name: string, target: T, members: readonly string[]) => T;
  /** A prototype for the end of a chain: `base`, and a throw for names found nowhere. */
  readonly guardEnd: (name: string, base: object) => object;
} {
  // Members that consoles, test tools, promises and module loaders read from any object.
  const harmless = new Set([
    'then',
    'catch',
    'toJSON',
    'inspect',
    'prototype',
    'name',
    'length',
    'displayName',
    'domain',
    'default',
    'nodeType',
    'tagName',
    'asymmetricMatch',
    'module.exports',
    'window',
    'self',
    'href',
    'protocol',
    'auth',
    'path',
  ]);
  const isHarmless = (key: PropertyKey): boolean =>
    typeof key === 'symbol' || harmless.has(String(key)) || /^(?:_|\$\$|@@|\d+$)/.test(String(key));

  const refuse = (name: string, key: PropertyKey): never => {
    throw new Error(
      `${name}.${String(key)} is not supported by the Chromium runtime. ` +
        'What it supports is listed in runtime/supported.ts.',
    );
  };

  return {
    guard: (name, target, members) => {
      const allowed = new Set<PropertyKey>(members);
      return new Proxy(target, {
        get(object, key) {
          if (!allowed.has(key) && !isHarmless(key) && !Object.hasOwn(Object.prototype, key)) {
            return refuse(name, key);
          }
          const value: unknown = Reflect.get(object, key, object);
          return value;
        },
      });
    },
    guardEnd: (name, base) =>
      new Proxy(Object.setPrototypeOf({}, base), {
        get(object, key, receiver) {
          if (!Reflect.has(object, key) && !isHarmless(key)) {
            return refuse(name, key);
          }
          const value: unknown = Reflect.get(object, key, receiver);
          return value;
        },
      }),
  };
}
