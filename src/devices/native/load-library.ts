import { createRequire } from 'node:module';
import type koffiModule from 'koffi';
import { AppError } from '../../base/errors.ts';

/** Calls functions of shared libraries; see https://koffi.dev. */
export type Koffi = typeof koffiModule;

/** A C function; its prototype defines the parameters. */
export interface NativeFunction {
  (...args: unknown[]): unknown;
  /** Calls it in another thread; the last argument is called with an error or null, and the result. */
  readonly async: (...args: unknown[]) => void;
}

/** A shared library and what calls it. */
export interface NativeLibrary {
  readonly koffi: Koffi;
  /** Declares a C function by its prototype; throws when the library has none of that name. */
  readonly func: (prototype: string) => NativeFunction;
  /** Finds a C function by its name, for other functions that call it; opaque. */
  readonly symbol: (name: string) => unknown;
}

let loaded: Koffi | null = null;

/** Koffi itself; loaded with the first library, because most systems have no use for it. */
export function loadKoffi(): Koffi {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` has no types
  loaded ??= createRequire(import.meta.url)('koffi') as Koffi;
  return loaded;
}

/**
 * Opens a shared library of the system by its file name, such as `libpulse.so.0`. Throws
 * `capability_unavailable` where it is not installed, with its name in `details.library`.
 */
export function loadLibrary(fileName: string): NativeLibrary {
  const koffi = loadKoffi();
  try {
    const library = koffi.load(fileName);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- types of C stand in the prototype
    const func = (prototype: string): NativeFunction => library.func(prototype) as never;
    return { koffi, func, symbol: (name) => library.symbol(name) as unknown };
  } catch (cause) {
    throw new AppError('capability_unavailable', `${fileName} is not installed on this system.`, {
      cause,
      details: { library: fileName },
    });
  }
}
