/**
 * First file of an app on the Chromium runtime: reads the command line as the Electron binary does,
 * puts our modules in the place of `electron`, and loads the app.
 */
import inspector from 'node:inspector';
import { createRequire, enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeOwnFolder } from './own-folder.ts';

// Stripping and compiling our own files takes longer than all else here: 700 ms against 100 ms.
cacheCompiled(join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'chromium-runtime'));

const { parseArguments } = await import('./argv.ts');
const { findPackagedApp, readHost, setHost } = await import('./host.ts');

const given = process.argv.slice(2);
const packagedApp = findPackagedApp(import.meta.dirname);
const args = parseArguments(given, { isAppFixed: packagedApp !== null });
const executable = resolve(
  process.env['GUISE_RUNTIME_EXECUTABLE'] ?? join(import.meta.dirname, 'electron'),
);
delete process.env['GUISE_RUNTIME_EXECUTABLE'];

if (args.isVersionAsked) {
  process.stdout.write(`v0.0.0 (Chromium runtime, Node ${process.versions.node})\n`);
  process.exit(0);
}

const host = readHost({
  app: packagedApp ?? args.app ?? '.',
  executable,
  isInstalled: packagedApp !== null,
  args,
});
if (host.isPackaged && (args.inspect !== null || args.remoteDebuggingPort !== null)) {
  process.stderr.write(`${host.name} is an installed app: it takes no debugging switches.\n`);
  process.exit(2);
}
setHost(host);

// The app sees the command line of the Electron binary.
process.argv = [executable, ...given];
Object.assign(process, {
  type: 'browser',
  resourcesPath: host.resourcesPath,
  defaultApp: !host.isPackaged,
});

if (args.inspect !== null) {
  // Prints the line "Debugger listening on ws://…" that test tools wait for.
  inspector.open(args.inspect.port, '127.0.0.1', args.inspect.isBreak);
}

const electronUrl = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(?:\/(?:main|common))?$/.test(specifier)
      ? { url: electronUrl, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

const { startApp } = await import('./start.ts');
const requireForApp = createRequire(join(host.appPath, 'package.json'));
for (const name of args.required) {
  requireForApp(name);
}
try {
  await import(pathToFileURL(host.entry).href);
} catch (error) {
  process.stderr.write(`${host.name} could not be loaded.\n`);
  throw error;
}
startApp();

/** Keeps compiled code for the next start, in a folder that only the user can write. */
function cacheCompiled(folder: string): void {
  const flushAfterMs = 3_000;
  try {
    if (!makeOwnFolder(folder)) {
      return;
    }
  } catch {
    // Without a place to keep it, every start compiles anew.
    return;
  }
  enableCompileCache(folder);
  // A killed app keeps nothing at its end.
  setTimeout(flushCompileCache, flushAfterMs).unref();
}
