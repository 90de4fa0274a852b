import { join } from 'node:path';
import { shell } from 'electron/common';
import { app, nativeTheme, protocol, session } from 'electron/main';
import { pageScheme } from '../page/own-origin.ts';
import { createPageServer } from '../page/serve-page.ts';
import { readExternalLink } from '../window/external-link.ts';
import { watchProgram } from '../updates/program-watch.ts';
import { guardPermissions } from '../window/permissions.ts';
import { type AppBase, openCore } from './app-core.ts';
import { AppWindow } from './app-window.ts';
import { openAreas } from './open-areas.ts';
import { readRuntime } from './runtime.ts';
import { serveCalls } from './serve-calls.ts';
import { chooseLanguage, startWindow } from './start-window.ts';

/** Longest wait of the service for a page that does not appear. */
const SERVICE_START_MS = 5_000;

/** Creates the app and opens its window. Resolves when everything runs. */
export async function startApp(base: AppBase): Promise<void> {
  const { folders, log } = base;
  const window = new AppWindow();
  app.on('second-instance', () => window.focus());
  app.on('window-all-closed', () => {
    app.quit();
  });
  // The browser starts in separate processes meanwhile.
  const core = openCore(base, window);
  const { ownOrigin, files, notices, vault, profiles, service, grants } = core;
  const areas = await openAreas(core);
  const { jobs, live, persons } = areas;
  const servePage = createPageServer(folders.page, ownOrigin.indexUrl, {
    findMedia: grants.find,
    roomSources: live.relay.sources,
  });
  // Modules for the first reply are loaded while the browser starts.
  void servePage(new Request(ownOrigin.indexUrl));
  await app.whenReady();
  log('info', 'app.started', { version: app.getVersion(), runtime: readRuntime() });

  protocol.handle(pageScheme, servePage);
  guardPermissions(session.defaultSession, ownOrigin);
  nativeTheme.themeSource = files.settings.read().theme;
  const open = startWindow({
    ...core,
    openOutside,
    language: () => chooseLanguage(files.settings.read().language),
    onPageLeft: areas.pageLeft,
  });
  window.use(open, areas.pageLeft);
  // Its page asks for nothing before it is there.
  const onShown = runAfterFirstFrame(() => {
    service.start();
    void areas.microphone.removeLeftover();
    jobs.resume();
    live.resume();
    areas.watched.watch.resume();
    areas.obs.resume().catch((error: unknown) => {
      log('error', 'obs.not_resumed', { error });
    });
    persons.deletion.resume().catch((error: unknown) => {
      log('error', 'persons.not_deleted', { error });
    });
  });
  app.on(
    'browser-window-focus',
    watchProgram(join(app.getAppPath(), 'package.json'), () => {
      notices.raise({ code: 'program_replaced', path: null });
    }),
  );
  serveCalls(core, areas, { onShown, openOutside });
  areas.control.setChoice(files.settings.read().control);
  await vault.verify();
  core.emit('profiles.changed', profiles.list());
}

async function openOutside(url: string): Promise<void> {
  await shell.openExternal(readExternalLink(url));
}

/**
 * Defers work until the first view is rendered: on two cores the service's start would double the time to it.
 * Returns the function to call then; without a call the work starts after {@link SERVICE_START_MS}.
 */
function runAfterFirstFrame(work: () => void): () => void {
  let hasBegun = false;
  const begin = (): void => {
    clearTimeout(late);
    if (!hasBegun) {
      hasBegun = true;
      work();
    }
  };
  const late = setTimeout(begin, SERVICE_START_MS);
  return begin;
}
