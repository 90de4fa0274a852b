import { shell } from 'electron/common';
import { app, nativeTheme, protocol, session, type WebContents } from 'electron/main';
import { ipc } from '../../contract/ipc/contract.ts';
import { createIpcDoor } from '../ipc/door.ts';
import { createEmit } from '../ipc/emit.ts';
import { isTrustedSender } from '../ipc/sender.ts';
import { serveIpc } from '../ipc/serve-ipc.ts';
import type { Log } from '../log/log.ts';
import type { Redactor } from '../log/redact.ts';
import { createNotices } from '../notices.ts';
import { createOwnOrigin, pageScheme } from '../page/own-origin.ts';
import { createPageServer } from '../page/serve-page.ts';
import { createKeyVault } from '../profiles/key-vault.ts';
import { createProfileCalls } from '../profiles/profile-calls.ts';
import { createProfileStore } from '../profiles/profile-store.ts';
import { systemCipher } from '../profiles/system-cipher.ts';
import { forkService } from '../service/fork-service.ts';
import { createServiceCalls } from '../service/service-calls.ts';
import { createServiceHost, type ServiceHost } from '../service/service-host.ts';
import { createSettingsCalls } from '../settings/settings-calls.ts';
import { readExternalLink } from '../window/external-link.ts';
import { guardPermissions } from '../window/permissions.ts';
import { createReloadPolicy } from '../window/reload-policy.ts';
import { createViewState } from '../window/view-state.ts';
import { createWindowCalls } from '../window/window-calls.ts';
import { createAppCalls } from './app-calls.ts';
import type { Folders } from './folders.ts';
import { openFiles } from './open-files.ts';
import { readRuntime } from './runtime.ts';
import {
  chooseLanguage,
  focusWindow,
  type OpenWindow,
  sendToPage,
  startWindow,
} from './start-window.ts';

/** How long the service waits for a page that does not come. */
const SERVICE_START_MS = 5_000;

/** Puts the app together and opens its window. Ends once everything runs. */
export async function startApp(base: {
  readonly folders: Folders;
  readonly redactor: Redactor;
  readonly log: Log;
}): Promise<void> {
  const { folders, redactor, log } = base;
  let open: OpenWindow | null = null;
  app.on('second-instance', () => {
    if (open !== null) {
      focusWindow(open.window);
    }
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  await app.whenReady();
  log('info', 'app.started', { version: app.getVersion(), runtime: readRuntime() });

  const devServerUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
  const ownOrigin = createOwnOrigin(devServerUrl);
  const emit = createEmit(ipc, (name, payload) => {
    sendToPage(open?.window ?? null, name, payload);
  });
  const notices = createNotices((notice) => {
    emit('app.notice', notice);
  });
  const files = openFiles(folders.data, notices, log);
  const vault = createKeyVault(files.keys, systemCipher, redactor.addSecret);
  const service = createServiceHost({
    fork: () => forkService(folders.servicePath, log),
    dataDir: folders.serviceData,
    restartPolicy: createReloadPolicy(() => performance.now()),
    addSecret: redactor.addSecret,
    onState: (state) => {
      emit('service.changed', state);
    },
    log,
  });
  endServiceFirst(service);
  const profiles = createProfileStore(files.profiles, vault, service.readAccess);
  const openOutside = async (url: string): Promise<void> => {
    await shell.openExternal(readExternalLink(url));
  };
  // Told when a key is stored; afterwards the settings show how the keys are protected.
  const warnWhenUnprotected = (): void => {
    if (vault.protection().kind === 'file') {
      notices.raise({ code: 'vault_unprotected', path: files.keys.path });
    }
  };

  const door = createIpcDoor(
    ipc,
    {
      ...createAppCalls(folders, notices, openOutside),
      ...createServiceCalls(service),
      ...createSettingsCalls(files.settings, emit, ({ theme }) => {
        nativeTheme.themeSource = theme;
      }),
      ...createProfileCalls(profiles, emit, warnWhenUnprotected),
      ...createWindowCalls(() => open?.guard ?? null, createViewState()),
    },
    (failed) => {
      log(failed.bug === undefined ? 'info' : 'error', 'call.failed', { ...failed });
    },
  );
  serveIpc(door, (event) => isTrustedSender(event, open?.window.webContents.id ?? null, ownOrigin));
  protocol.handle(pageScheme, createPageServer(folders.page, ownOrigin.indexUrl));
  guardPermissions(session.defaultSession, ownOrigin);
  nativeTheme.themeSource = files.settings.read().theme;

  open = startWindow({
    folders,
    files,
    ownOrigin,
    notices,
    log,
    emit,
    openOutside,
    language: () => chooseLanguage(files.settings.read().language),
  });
  open.window.once('closed', () => {
    open = null;
  });
  startServiceAfterPage(service, open.window.webContents);

  await vault.verify();
  emit('profiles.changed', profiles.list());
}

/** Holds the end of the app back until the service has put its work away. */
function endServiceFirst(service: ServiceHost): void {
  let hasEnded = false;
  app.on('will-quit', (event) => {
    if (!hasEnded) {
      event.preventDefault();
      void service.stop().finally(() => {
        hasEnded = true;
        app.quit();
      });
    }
  });
}

/** The page comes first: on two cores the service's start would double the time until it shows. */
function startServiceAfterPage(service: ServiceHost, contents: WebContents): void {
  const start = (): void => {
    clearTimeout(late);
    service.start();
  };
  const late = setTimeout(start, SERVICE_START_MS);
  contents.once('did-finish-load', start);
}
