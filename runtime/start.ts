import { app, appControl } from './api/app.ts';
import { WebContents } from './api/web-contents.ts';
import { startBrowser } from './browser-process.ts';
import { listWindows, onLastWindowClosed } from './windows.ts';
import { router } from './routing.ts';

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
appControl.onStartAsked(app, () => setImmediate(startApp));

async function start(): Promise<void> {
  const browser = await startBrowser({
    userDataFolder: app.getPath('userData'),
    appName: app.getName(),
    addedSwitches: app.commandLine.added,
    events: {
      onExit: () => appControl.endWithBrowser(app),
      onRequest: (request) => router.take(request),
      onTargetChanged: ({ targetId, title }) => WebContents.updateTitle(targetId, title),
      onTargetDestroyed: (targetId) => {
        listWindows()
          .find(({ page }) => page?.targetId === targetId)
          ?.markClosed();
      },
    },
  });
  await router.start(browser.cdp);
  Object.assign(process.versions, { chrome: browser.version });
  appControl.markReady(app);
}
