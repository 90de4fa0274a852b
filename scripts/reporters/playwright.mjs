import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Writes the outcome of a Playwright run as a tally (`scripts/lib/run-all.mjs`) to the file that
 * GUISE_TALLY names. Playwright takes reporters as default exports.
 */
export default class TallyReporter {
  constructor() {
    /** @type {import('@playwright/test/reporter').Suite | null} */
    this.root = null;
    /** @type {string[]} */
    this.errors = [];
  }

  /**
   * @param {import('@playwright/test/reporter').FullConfig} _config
   * @param {import('@playwright/test/reporter').Suite} root
   */
  onBegin(_config, root) {
    this.root = root;
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    this.errors.push(toText(error));
  }

  onEnd() {
    const tally = {
      passed: 0,
      failed: this.errors.length,
      skipped: /** @type {string[]} */ ([]),
      failures: [...this.errors],
    };
    for (const test of this.root?.allTests() ?? []) {
      const title = `${path.relative('', test.location.file)} > ${test.titlePath().slice(3).join(' > ')}`;
      const outcome = test.outcome();
      if (outcome === 'skipped') {
        const reason = test.annotations.find((note) => note.type === 'skip')?.description;
        tally.skipped.push(`${title} (${reason ?? 'no reason given'})`);
      } else if (outcome === 'expected') {
        tally.passed += 1;
      } else {
        const isLost = outcome === 'unexpected';
        tally[isLost ? 'failed' : 'passed'] += 1;
        const heading = isLost ? title : `passed at the second attempt only: ${title}`;
        const errors = test.results.flatMap((result) => result.errors).map(toText);
        tally.failures.push([heading, ...errors].join('\n'));
      }
    }
    writeFileSync(process.env['GUISE_TALLY'] ?? '', JSON.stringify(tally));
  }
}

/** @param {import('@playwright/test/reporter').TestError} error */
function toText(error) {
  return stripVTControlCharacters(error.stack ?? error.message ?? String(error.value));
}
