/**
 * The start of an app on the Chromium runtime, after `launch.mjs`: reads the command line as the Electron binary does,
 * puts our modules in the place of `electron`, and loads the app.
 */
import inspector from 'node:inspector';
import { createRequire, registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArguments } from './argv.ts';
import { findPackagedApp, readHost, setHost } from './host.ts';

const argv = process.argv.slice(2);
const packagedApp = findPackagedApp(import.meta.dirname);
const args = parseArguments(argv, { isAppFixed: packagedApp !== null });
const executable = resolve(
  process.env['GUISE_RUNTIME_EXECUTABLE'] ?? join(import.meta.dirname, 'electron'),
);
delete process.env['GUISE_RUNTIME_EXECUTABLE'];

if (args.isVersionRequested) {
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
process.argv = [executable, ...argv];
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
