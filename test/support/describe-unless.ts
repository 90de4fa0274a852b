import { describe, it } from 'vitest';

/**
 * Declares tests that depend on the machine. When `missing` states a reason, they are skipped with the reason in their
 * title.
 */
export function describeUnless(missing: string | null, name: string, tests: () => void): void {
  if (missing === null) {
    describe(name, tests);
  } else {
    describe.skip(toTitle(name, missing), tests);
  }
}

/** Declares a single test, see {@link describeUnless}. */
export function itUnless(
  missing: string | null,
  name: string,
  test: () => unknown,
  timeoutMs?: number,
): void {
  if (missing === null) {
    it(name, test, timeoutMs);
  } else {
    it.skip(toTitle(name, missing), test);
  }
}

/** Returns the reason why tests for Linux are skipped; null on Linux. */
export function findLinuxProblem(): string | null {
  return process.platform === 'linux' ? null : 'this is not Linux';
}

/** Returns the reason why tests for POSIX systems are skipped; null on POSIX systems. */
export function findPosixProblem(): string | null {
  return process.platform === 'win32' ? 'this is Windows' : null;
}

function toTitle(name: string, missing: string): string {
  return `${name} (skipped: ${missing})`;
}
