import { app, protocol } from 'electron/main';
import { restrictToUser } from '../client/private-files.ts';
import { readLaunchRequest } from './app/command-line.ts';
import { disableFeatures } from './app/disable-features.ts';
import { resolveFolders } from './app/folders.ts';
import { readRuntime } from './app/runtime.ts';
import { watchFailures } from './app/watch-failures.ts';
import { openLog } from './log/log.ts';
import { createRedactor } from './log/redact.ts';
import { pageScheme } from './page/own-origin.ts';

const requested = readLaunchRequest(process.argv.slice(1));
if (requested.task === 'version') {
  process.stdout.write(`${app.getName()} ${app.getVersion()}\n`);
  process.exit(0);
}
if (requested.task === 'refuse') {
  process.stderr.write(`${requested.reason}\n`);
  process.exit(2);
}

restrictToUser();
disableFeatures(app.commandLine);

// Has to run before the app is ready.
protocol.registerSchemesAsPrivileged([
  {
    scheme: pageScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  },
]);

const smoke =
  requested.task === 'smoke'
    ? (await import('./smoke/smoke.ts')).openSmoke(requested.folder)
    : null;

if (app.requestSingleInstanceLock()) {
  const folders = resolveFolders(app.getAppPath(), app.getPath('userData'));
  const redactor = createRedactor();
  const log = openLog({ folder: folders.logs, redactor });
  const end = watchFailures({
    log,
    redactor,
    folder: folders.logs,
    facts: () => ({ appVersion: app.getVersion(), ...readRuntime() }),
    exit: (code) => {
      app.exit(code);
    },
  });
  const start = async (): Promise<void> => {
    const { startApp } = await import('./app/start-app.ts');
    await startApp({ folders, redactor, log });
    await smoke?.run(readRuntime().kind);
  };
  // Everything else is loaded while the runtime initialises, which starts after this file has run: the window
  // opens sooner.
  setImmediate(() => {
    start().catch(end);
  });
} else {
  app.quit();
}
