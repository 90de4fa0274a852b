import { describe } from 'vitest';

/** Tests that need something of the machine. Where it is missing they are skipped, and their title says why. */
export function describeUnless(missing: string | null, name: string, tests: () => void): void {
  if (missing === null) {
    describe(name, tests);
  } else {
    describe.skip(`${name} (skipped: ${missing})`, tests);
  }
}
