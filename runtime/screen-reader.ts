import { findProgram } from './chromium/find.ts';
import { runProgram } from './programs.ts';

/** Time limit for all queries: a bus that does not answer in time is not waited for. */
const budgetMs = 300;

/** Makes Chromium describe its pages to the desktop. */
const describeSwitch = '--force-renderer-accessibility';

/**
 * Switches that Chromium needs where a screen reader runs: by itself it finds out too late on Linux, and shows it an empty
 * window. Nothing is started for the question, which takes some 10 ms.
 */
export async function listReaderSwitches(): Promise<readonly string[]> {
  const gdbus = findProgram('gdbus');
  if (gdbus === null || process.env['DBUS_SESSION_BUS_ADDRESS'] === undefined) {
    return [];
  }
  const untilMs = performance.now() + budgetMs;
  const ask = async (destination: string, path: string, ...call: string[]): Promise<string> => {
    const place = ['--dest', destination, '--object-path', path];
    const args = ['call', '--session', ...place, '--method', ...call];
    // A timeout of 0 would be none.
    const timeoutMs = Math.max(1, Math.round(untilMs - performance.now()));
    try {
      const { code, output } = await runProgram(gdbus, args, { timeoutMs });
      return code === 0 ? output : '';
    } catch {
      return ''; // The app starts without an answer too.
    }
  };
  const bus = 'org.freedesktop.DBus';
  const reader = 'org.a11y.Bus';
  const owned = await ask(bus, '/org/freedesktop/DBus', `${bus}.NameHasOwner`, reader);
  if (!owned.includes('true')) {
    return [];
  }
  const get = `${bus}.Properties.Get`;
  const state = await ask(reader, '/org/a11y/bus', get, 'org.a11y.Status', 'ScreenReaderEnabled');
  return state.includes('true') ? [describeSwitch] : [];
}
