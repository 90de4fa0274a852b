// Progress goes to stderr; stdout belongs to results (the smoke line, the closing line of the tests).

const stillEveryMs = 30_000;

/** @param {number} durationMs */
export function formatDuration(durationMs) {
  const seconds = durationMs / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * One line of progress.
 * @param {string} line
 */
export function printProgress(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * Runs one step and shows it as one line with its duration; a long one says from time to time that it
 * is still at work. What `work` returns, if a string, is shown as the outcome.
 * @template T
 * @param {string} title
 * @param {(note: (text: string) => void) => T | Promise<T>} work `note` changes what is shown while it runs
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAtMs = performance.now();
  const elapsed = () => formatDuration(performance.now() - startedAtMs);
  let note = '';
  const timer = setInterval(
    () => show(`  ...   ${title}${note} (${elapsed()})`),
    process.stderr.isTTY ? 500 : stillEveryMs,
  );
  timer.unref();
  try {
    const outcome = await work((text) => {
      note = `: ${text}`;
    });
    const result = typeof outcome === 'string' && outcome !== '' ? `: ${outcome}` : '';
    finish(`  ok    ${title}${result} (${elapsed()})`);
    return outcome;
  } catch (error) {
    finish(`  FAIL  ${title} (${elapsed()})`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** @param {string} line */
function show(line) {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\u001b[2K${line.slice(0, (process.stderr.columns || 80) - 1)}`);
  } else {
    printProgress(line);
  }
}

/** @param {string} line */
function finish(line) {
  printProgress(process.stderr.isTTY ? `\r\u001b[2K${line}` : line);
}
