import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { buildIfChanged } from './build.mjs';
import { toText } from './options.mjs';
import { resolveInProject } from './paths.mjs';
import { step } from './steps.mjs';
import { exitNeedsHand, Stop } from './stop.mjs';
import { ensureSystemPackages, listNeeds } from './system-packages.mjs';
import { hasScreen } from './virtual-screen.mjs';
import { chooseRuntime, createRuntimeEnv } from './which-runtime.mjs';

/** @typedef {'bench' | 'soak'} Kind */

/**
 * Returns the usage of `npm run bench` or `npm run soak`.
 * @param {Kind} kind
 * @param {string} about
 * @returns {import('./options.mjs').Usage}
 */
export function describeUsage(kind, about) {
  return {
    line: `npm run ${kind} -- NAME [OPTIONS]`,
    about: `${about} Without NAME it lists the names.\nA missed bar is reported, but is no error.`,
    options: {
      json: { value: 'FILE', about: 'Also writes {"figures": […]} to FILE.' },
      ...(kind === 'soak'
        ? { minutes: { value: 'N', about: 'Duration in minutes (default 10; siege 15).' } }
        : {}),
      electron: { about: 'Measures the app on real Electron.' },
      chromium: { about: "Measures the app on the system's Chromium (Linux)." },
    },
    positional: 'NAME',
  };
}

/**
 * Runs `test/KIND/NAME.KIND.ts`, prints its figures as a table and writes them where it was asked to.
 * @param {Kind} kind
 * @param {ReturnType<typeof import('./options.mjs').parseOptions>} options
 * @returns {Promise<number>} exit code; 0 also when a bar is missed
 */
export async function runMeasuring(kind, { values, positionals }) {
  const names = await listNames(kind);
  const name = positionals[0];
  if (name === undefined) {
    process.stdout.write(`${names.join('\n')}\n`);
    return 0;
  }
  if (!names.includes(name)) {
    throw new Stop(`There is no ${name}. There are: ${names.join(', ')}.`, exitNeedsHand);
  }
  const { measurement } = await import(resolveInProject('test', kind, `${name}.${kind}.ts`));
  const minutes = Number(values['minutes'] ?? measurement.minutes ?? 10);
  if (!(minutes > 0)) {
    throw new Stop('--minutes takes a number above 0.', exitNeedsHand);
  }
  const close = measurement.needsApp ? await prepareApp(values) : async () => {};
  try {
    const { formatMetrics, runMeasurement } = await import('../../test/bench/harness.ts');
    const figures = await step(measurement.title, async (note) =>
      runMeasurement(measurement, { note, minutes }),
    );
    process.stdout.write(`${formatMetrics(figures)}\n`);
    const file = toText(values['json']);
    if (file !== null) {
      await writeFile(file, `${JSON.stringify({ figures }, null, 2)}\n`);
    }
    return 0;
  } finally {
    await close();
  }
}

/** @param {Kind} kind */
async function listNames(kind) {
  const folder = resolveInProject('test', kind);
  const files = existsSync(folder) ? await readdir(folder) : [];
  const ending = `.${kind}.ts`;
  return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
}

/**
 * Makes ready what a measurement of the app needs and sets the environment for it.
 * @param {Readonly<Record<string, string | boolean | undefined>>} values
 * @returns {Promise<() => Promise<void>>} ends the virtual display
 */
async function prepareApp(values) {
  const asked = values['electron'] ? 'electron' : 'chromium';
  const choice = values['electron'] || values['chromium'] ? asked : 'auto';
  const runtime = await chooseRuntime({ choice });
  await ensureSystemPackages(listNeeds(runtime, { isVirtual: !hasScreen() }));
  await buildIfChanged();
  Object.assign(process.env, createRuntimeEnv(runtime), {
    ELECTRON_EXEC_PATH: runtime.executablePath,
  });
  if (hasScreen()) {
    return async () => {};
  }
  const { openDisplay } = await import('../../test/support/display.ts');
  const display = await openDisplay();
  process.env['DISPLAY'] = display.name;
  return display.close;
}
