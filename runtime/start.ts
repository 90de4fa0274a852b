import { app, appControl } from './api/app.ts';
import { CommandLine } from './api/command-line.ts';
import { readSystemTheme } from './api/native-theme.ts';
import { gateNavigation } from './api/navigation-gate.ts';
import { readScreens } from './api/screen.ts';
import { permissionRules } from './api/session.ts';
import { startBrowser } from './start-browser.ts';
import { logBug } from './log.ts';
import { listWindows, onLastWindowClosed } from './windows.ts';
import { router } from './routing.ts';
import { listReaderSwitches } from './screen-reader.ts';

let isStarted = false;

/** Starts the browser and makes the app ready; called when the app's main file has run. */
export function startApp(): void {
  if (isStarted) {
    return;
  }
  isStarted = true;
  onLastWindowClosed(() => appControl.onAllClosed(app));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => app.quit());
  }
  start().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
}

// An app that awaits `ready` while its main file still runs would wait forever.
appControl.onStartRequested(app, () => setImmediate(startApp));

async function start(): Promise<void> {
  const theme = readSystemTheme().catch(logBug);
  router.addGate(gateNavigation);
  const browser = await startBrowser({
    userDataFolder: app.getPath('userData'),
    appName: app.getName(),
    addedSwitches: [...CommandLine.added(app.commandLine), ...(await listReaderSwitches())],
    events: {
      onExit: () => appControl.endWithBrowser(app),
      onRequest: (request) => router.handle(request),
      onTargetDestroyed: (targetId) => {
        listWindows()
          .find(({ page }) => page?.targetId === targetId)
          ?.markClosed();
      },
    },
  });
  await Promise.all([
    router.start(browser.cdp),
    permissionRules.refuseAll(browser.cdp),
    readScreens(browser.cdp),
    theme,
  ]);
  Object.assign(process.versions, { chrome: browser.version });
  appControl.markReady(app);
}
