import { describe, it } from 'vitest';

/** Tests that need something of the machine. Where it is missing they are skipped, and their title says why. */
export function describeUnless(missing: string | null, name: string, tests: () => void): void {
  if (missing === null) {
    describe(name, tests);
  } else {
    describe.skip(toTitle(name, missing), tests);
  }
}

/** As {@link describeUnless}, a single test. */
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

/** Why nothing of Linux can be used here; null on Linux. */
export function whyNotLinux(): string | null {
  return process.platform === 'linux' ? null : 'this is not Linux';
}

/** Why nothing of POSIX can be used here; null where it can. */
export function whyNotPosix(): string | null {
  return process.platform === 'win32' ? 'this is Windows' : null;
}

function toTitle(name: string, missing: string): string {
  return `${name} (skipped: ${missing})`;
}
