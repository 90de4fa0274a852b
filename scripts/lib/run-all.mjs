import { step, printProgress } from './steps.mjs';
import { Stop } from './stop.mjs';

/**
 * Result of a run: the number of passed cases, and the others with their reasons.
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} skipped one line per case, with its reason
 * @property {readonly string[]} failures one text per case that failed, also when it passed at a second attempt
 */

/**
 * A step of a run. It fails by throwing {@link Stop}, or counts its cases itself.
 * @typedef {{ name: string, run: () => Promise<unknown> }} Step
 */

/**
 * Runs all steps, also after one failed, and shows what failed at the end.
 * @param {readonly Step[]} steps
 * @returns {Promise<{ passed: number, failed: number, skipped: readonly string[] }>}
 */
export async function runAll(steps) {
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const skipped = [];
  for (const entry of steps) {
    const tally = await runOne(entry);
    total.passed += tally.passed;
    total.failed += tally.failed;
    skipped.push(...tally.skipped);
    for (const failure of tally.failures) {
      printProgress(`\n${indent(failure)}\n`);
    }
  }
  return { ...total, skipped };
}

/**
 * @param {Step} entry
 * @returns {Promise<Tally>}
 */
async function runOne(entry) {
  /** @type {Tally} */
  let tally = { passed: 1, failed: 0, skipped: [], failures: [] };
  try {
    await step(entry.name, async () => {
      const counted = await entry.run();
      if (!isTally(counted)) {
        return undefined;
      }
      tally = counted;
      if (counted.failed > 0) {
        throw new Stop('');
      }
      const skipped = counted.skipped.length > 0 ? `, ${counted.skipped.length} skipped` : '';
      return `${counted.passed} passed${skipped}`;
    });
    return tally;
  } catch (error) {
    if (tally.failed > 0) {
      return tally;
    }
    const text = error instanceof Stop ? error.message : toErrorText(error);
    return { passed: 0, failed: 1, skipped: [], failures: [`${entry.name}: ${text}`] };
  }
}

/** @param {unknown} error */
function toErrorText(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * @param {unknown} value
 * @returns {value is Tally}
 */
function isTally(value) {
  return typeof value === 'object' && value !== null && 'failures' in value && 'skipped' in value;
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^(?=.)/gm, '        ');
}
