import path from 'node:path';
import { buildIfChanged, forgetBuild } from '../lib/build.mjs';
import { builtApp, developedApp, showOnScreen, showVirtually } from '../lib/launch.mjs';
import { toText } from '../lib/options.mjs';
import { resolveInProject } from '../lib/paths.mjs';
import { printProgress } from '../lib/steps.mjs';
import { ensureSystemPackages, listNeeds } from '../lib/system-packages.mjs';
import { hasScreen } from '../lib/virtual-screen.mjs';
import { chooseRuntime } from '../lib/which-runtime.mjs';

/** @type {import('../lib/options.mjs').Usage} */
export const usage = {
  line: 'npm start [-- OPTIONS] [-- ARGUMENTS OF THE APP]',
  about:
    'Installs missing dependencies, builds after changes, and opens Guise. Without a display the\n' +
    'window opens on a virtual one, and a screenshot is saved.',
  options: {
    electron: {
      about: 'Runs on real Electron; downloads it if needed, even when that failed today.',
    },
    chromium: { about: "Runs on the system's Chromium (Linux)." },
    dev: { about: 'Reloads while sources change (electron-vite dev).' },
    once: { about: 'Without a display: ends after the screenshot.' },
    picture: {
      value: 'FILE',
      about: 'Without a display: file of the screenshot (default out/screenshots/start.png).',
    },
    smoke: {
      value: 'DIR',
      about:
        'Walks every screen and a short job in both themes with a fresh profile, saves a PNG of each\n' +
        'into DIR, prints one line of JSON and exits; code 0 only when no error reached the console.',
    },
  },
  positional: 'arguments of the app, after a second --',
};

/**
 * @param {ReturnType<typeof import('../lib/options.mjs').parseOptions>} options
 * @returns {Promise<number>}
 */
export async function run({ values, positionals }) {
  const runtime = await chooseRuntime({ choice: toChoice(values), canFetch: true });
  await ensureSystemPackages(listNeeds(runtime, { isVirtual: !hasScreen() }));
  printProgress(
    `  ok    Runtime: ${runtime.kind === 'electron' ? 'Electron' : 'system Chromium'}. ${runtime.reason}`,
  );
  if (values['dev']) {
    await forgetBuild();
    return show(developedApp(runtime), values);
  }
  await buildIfChanged();
  const smokeFolder = toText(values['smoke']);
  if (smokeFolder !== null) {
    const { walkScreens } = await import('../../test/support/smoke.ts');
    return walkScreens({ runtime, folder: path.resolve(smokeFolder) });
  }
  return show(builtApp(runtime, positionals), values);
}

/**
 * @param {import('../lib/launch.mjs').Launch} launch
 * @param {Readonly<Record<string, string | boolean | undefined>>} values
 */
function show(launch, values) {
  return hasScreen()
    ? showOnScreen(launch)
    : showVirtually(launch, {
        picture: path.resolve(
          toText(values['picture']) ?? resolveInProject('out/screenshots/start.png'),
        ),
        shouldStay: values['once'] !== true,
      });
}

/**
 * @param {Readonly<Record<string, string | boolean | undefined>>} values
 * @returns {import('../lib/which-runtime.mjs').Choice}
 */
function toChoice(values) {
  if (values['electron']) {
    return 'electron';
  }
  return values['chromium'] ? 'chromium' : 'auto';
}
