import { writeFile } from 'node:fs/promises';

/**
 * Writes the outcome of a vitest run as a tally (`scripts/lib/run-all.mjs`) to the file that
 * GUISE_TALLY names. vitest takes reporters as default exports.
 */
export default class TallyReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly { message?: string, stack?: string }[]} unhandledErrors
   */
  async onTestRunEnd(modules, unhandledErrors) {
    const tally = { passed: 0, failed: 0, skipped: [], failures: [] };
    for (const module of modules) {
      countModule(module, tally);
    }
    for (const error of unhandledErrors) {
      fail(tally, `Unhandled error: ${error.stack ?? error.message ?? 'without a message'}`);
    }
    await writeFile(process.env['GUISE_TALLY'] ?? '', JSON.stringify(tally));
  }
}

/** @typedef {{ passed: number, failed: number, skipped: string[], failures: string[] }} Counting */

/**
 * @param {import('vitest/node').TestModule} module
 * @param {Counting} tally
 */
function countModule(module, tally) {
  const file = module.relativeModuleId;
  const suites = [module, ...module.children.allSuites()];
  for (const error of suites.flatMap((suite) => suite.errors())) {
    fail(tally, `${file}\n${error.stack ?? error.message}`);
  }
  for (const test of module.children.allTests()) {
    const result = test.result();
    const title = `${file} > ${test.fullName}`;
    if (result.state === 'passed') {
      tally.passed += 1;
      if (test.diagnostic()?.flaky === true) {
        const errors = (result.errors ?? []).map(describe);
        tally.failures.push([`passed at the second attempt only: ${title}`, ...errors].join('\n'));
      }
    } else if (result.state === 'failed') {
      fail(tally, [title, ...result.errors.map(describe)].join('\n'));
    } else {
      const note = result.state === 'skipped' ? result.note : 'it did not run';
      // A test may also carry its reason in its name.
      const reason = note ?? (title.includes('skipped: ') ? null : 'no reason given');
      tally.skipped.push(reason === null ? title : `${title} (${reason})`);
    }
  }
}

/** @param {import('vitest').TestError} error */
function describe(error) {
  const where = (error.stacks ?? [])
    .slice(0, 3)
    .map((frame) => `  at ${frame.file}:${frame.line}:${frame.column}`);
  const because = error.cause === undefined ? '' : `Caused by: ${error.cause.message}`;
  return [error.message, because, error.diff ?? '', ...where]
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * @param {Counting} tally
 * @param {string} text
 */
function fail(tally, text) {
  tally.failed += 1;
  tally.failures.push(text);
}
