import type { Page } from '@playwright/test';

/** Outcome of an attempt in the page. */
export interface Attempt {
  /** Return value, or the name of the error that was thrown. */
  readonly result: unknown;
  /** Directives of the content policy that it violated. */
  readonly violated: readonly string[];
}

/**
 * Runs a function inside the page like the page's own code; it must not refer to outer variables. It starts from a
 * timer, because code that the test tool evaluates directly is exempt from the policy. Returns once the function is
 * done and the page had time to report violations.
 */
export function attempt(page: Page, action: () => unknown): Promise<Attempt> {
  const probe = `new Promise((resolve) => {
    const violated = [];
    const hear = (event) => violated.push(event.effectiveDirective);
    document.addEventListener('securitypolicyviolation', hear);
    setTimeout(async () => {
      let result;
      try {
        result = await (${action.toString()})();
      } catch (error) {
        result = error.name;
      }
      setTimeout(() => {
        document.removeEventListener('securitypolicyviolation', hear);
        resolve({ result, violated: [...new Set(violated)] });
      }, 200);
    }, 0);
  })`;
  return page.evaluate<Attempt>(probe);
}
