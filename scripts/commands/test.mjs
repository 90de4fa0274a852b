import { buildApp } from '../lib/build.mjs';
import { checkBundles } from '../lib/bundles.mjs';
import { listChecks } from '../lib/checks.mjs';
import { runAll } from '../lib/run-all.mjs';
import { runAppTests, runUnitTests } from '../lib/runners.mjs';
import { formatDuration, step, printProgress } from '../lib/steps.mjs';
import {
  canInstallPackages,
  ensureSystemPackages,
  tryForSystemPackages,
} from '../lib/system-packages.mjs';
import { chooseRuntime, createRuntimeEnv } from '../lib/which-runtime.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm test [-- OPTIONS]',
  about:
    'Installs missing dependencies, then runs all checks and tests: format, types, lint, dead code, notices,\n' +
    'unit, contract and service tests, build, and the tests of the whole app on a virtual display. All\n' +
    'steps run, even after a failure. The last line is the summary; the output of the steps is in out/logs.',
  options: {
    electron: { about: 'Tests the app on real Electron; downloads it if needed.' },
    chromium: { about: "Tests the app on the system's Chromium (Linux)." },
  },
};

/**
 * @param {ReturnType<typeof import('../lib/options.mjs').parseOptions>} options
 * @returns {Promise<number>}
 */
export async function run({ values }) {
  const startedAtMs = performance.now();
  const runtime = await chooseRuntime({
    choice: values['electron'] ? 'electron' : values['chromium'] ? 'chromium' : 'auto',
  });
  await ensureSystemPackages(['chromium-runtime', 'virtual-display', 'media-sandbox', 'tests']);
  if (canInstallPackages()) {
    await tryForSystemPackages(['device-tests']);
  }
  const display = await openTestDisplay();
  try {
    const env = {
      ...display.env,
      ...createRuntimeEnv(runtime),
      ELECTRON_EXEC_PATH: runtime.executablePath,
    };
    const total = await runAll([
      ...listChecks({ isClean: true }),
      { name: 'Build', run: buildApp },
      { name: 'Bundle sizes', run: checkBundles },
      { name: 'Unit, contract and service tests', run: () => runUnitTests(env) },
      {
        name: 'Tests of the screens, two at a time',
        run: () => runAppTests(env, { project: 'screens', workers: 2 }),
      },
      {
        name: 'Tests of the app with its devices',
        run: () => runAppTests(env, { project: 'devices', workers: 1 }),
      },
    ]);
    for (const line of total.skipped) {
      printProgress(`        skipped: ${line}`);
    }
    printProgress(`        ${formatDuration(performance.now() - startedAtMs)} in all`);
    const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
    process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
    return total.failed === 0 ? 0 : 1;
  } finally {
    await display.close();
  }
}

/** Tests get a display of their own: no window comes up in front of the person who runs them. */
async function openTestDisplay() {
  if (process.platform !== 'linux') {
    return { env: process.env, close: async () => {} };
  }
  const { openDisplay } = await import('../../test/support/display.ts');
  return step('Opening a virtual display', () => openDisplay({ isAlwaysNew: true }));
}
