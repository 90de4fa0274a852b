import { shell } from 'electron/common';
import {
  app,
  dialog,
  globalShortcut,
  nativeTheme,
  protocol,
  session,
  type BrowserWindow,
} from 'electron/main';
import { dirname, join } from 'node:path';
import { createApiClient } from '../../client/client.ts';
import { findCompileCache } from '../../client/compile-cache.mjs';
import { ipc } from '../../contract/ipc/contract.ts';
import { fileIntake } from '../../contract/ipc/files.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import { createIpcDispatcher, type FailedCall } from '../ipc/dispatcher.ts';
import { createEmit } from '../ipc/emit.ts';
import { isTrustedSender, type SenderEvent } from '../ipc/sender.ts';
import { serveIpc } from '../ipc/serve-ipc.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import { createCoverKey } from '../live/cover-key.ts';
import { createOnAir } from '../live/on-air.ts';
import { openLive } from '../live/open-live.ts';
import type { Log } from '../log/log.ts';
import type { Redactor } from '../log/redact.ts';
import { createNotices } from './notices.ts';
import { createPackCalls } from '../packs/pack-calls.ts';
import { createMediaGrants } from '../page/media-grants.ts';
import { createOwnOrigin, pageScheme } from '../page/own-origin.ts';
import { createPageServer } from '../page/serve-page.ts';
import { openPersons } from '../persons/open-persons.ts';
import { KeyVault } from '../profiles/key-vault.ts';
import { createProfileCalls } from '../profiles/profile-calls.ts';
import { createProfileStore } from '../profiles/profile-store.ts';
import { systemCipher } from '../profiles/system-cipher.ts';
import { forkService } from '../service/fork-service.ts';
import { createServiceCalls } from '../service/service-calls.ts';
import { createServiceHost } from '../service/service-host.ts';
import { createSettingsCalls } from '../settings/settings-calls.ts';
import { createStorageCalls } from '../storage/storage-calls.ts';
import { Conversions } from '../voices/conversions.ts';
import { createVoiceCalls } from '../voices/voice-calls.ts';
import { Changer } from '../changer/changer.ts';
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
  const vault = new KeyVault(files.keys, systemCipher, redactor.addSecret);
  const readPacks = (): PackSetup => ({
    folder: folders.models,
    choice: files.settings.read().packs,
  });
  const service = createServiceHost({
    fork: () => forkService(folders.servicePath, log),
    dataDir: folders.serviceData,
    readPacks,
    restartPolicy: createReloadPolicy(() => performance.now()),
    addSecret: redactor.addSecret,
    onState: (state) => {
      emit('service.changed', state);
    },
    log,
  });
  const profiles = createProfileStore(files.profiles, vault, service.readAccess);
  const openOutside = async (url: string): Promise<void> => {
    await shell.openExternal(readExternalLink(url));
  };
  const grants = createMediaGrants();
  const jobs = openJobs({
    folders,
    files,
    profiles,
    readProofKey: () => vault.readProofKey(),
    service,
    grants,
    emit,
    log,
    askPath: (name) => askSavePath(open?.window ?? null, name),
    reveal: (path) => {
      shell.showItemInFolder(path);
    },
  });
  app.on('before-quit', jobs.stop);
  const onAir = createOnAir();
  const live = await openLive({
    folders,
    files,
    profiles,
    service,
    chosen: jobs.chosen,
    grants,
    emit,
    log,
    notices,
    onAir,
    finisherPath: join(dirname(folders.servicePath), 'recordings', 'finish-entry.js'),
    reveal: (path) => {
      shell.showItemInFolder(path);
    },
    askFolder: () => askFolder(open?.window ?? null),
    coverKey: createCoverKey(readRuntime().kind === 'electron' ? globalShortcut : null, () => {
      emit('live.cover_asked', {});
    }),
  });
  const isOwnPage = (event: SenderEvent): boolean =>
    isTrustedSender(event, open?.window.webContents.id ?? null, ownOrigin);
  const changer = new Changer({
    profiles,
    chosen: jobs.chosen,
    grants,
    emit,
    onAir,
    sampleFolder: folders.targetSamples,
    readerPath: join(dirname(folders.servicePath), 'live', 'changer', 'reference-entry.js'),
    relay: live.relay,
  });
  const conversions = new Conversions({
    service,
    chosen: jobs.chosen,
    grants,
    emit,
    folder: folders.conversions,
    askPath: (name) => askSavePath(open?.window ?? null, name),
  });
  const persons = openPersons({
    folders,
    files,
    profiles,
    jobs,
    live,
    grants,
    emit,
    onAir,
    dropPersons: async (sha256s) => {
      changer.dropPersons(sha256s);
      await conversions.dropPersons(sha256s);
    },
  });
  endFirst(async () => {
    await changer.stop();
    await live.stop();
    await service.stop();
  });
  // Told when a key is stored; afterwards the settings show how the keys are protected.
  const warnWhenUnprotected = (): void => {
    if (vault.protection().kind === 'file') {
      notices.raise({ code: 'vault_unprotected', path: files.keys.path });
    }
  };

  const report = (failed: FailedCall): void => {
    log(failed.bug === undefined ? 'info' : 'error', 'call.failed', { ...failed });
  };
  const onShown = afterFirstPicture(() => {
    service.start();
    jobs.resume();
    persons.deletion.resume().catch((error: unknown) => {
      log('error', 'persons.not_deleted', { error });
    });
  });
  const calls = createIpcDispatcher(
    ipc,
    {
      ...createAppCalls({ folders, notices, openOutside, onShown }),
      ...createServiceCalls(service),
      ...createSettingsCalls(files.settings, emit, ({ theme }) => {
        nativeTheme.themeSource = theme;
        service.usePacks(readPacks());
      }),
      ...createProfileCalls(profiles, emit, warnWhenUnprotected),
      ...createWindowCalls(() => open?.guard ?? null, createViewState()),
      ...jobs.calls,
      ...live.calls,
      ...changer.calls,
      ...conversions.calls,
      ...createPackCalls(service, readPacks),
      ...persons.calls,
      ...createStorageCalls({
        folders,
        captureFolder: live.captureFolder,
        compiledFolders: [findCompileCache() ?? [], folders.arrangedModels].flat(),
        measureStore: service.measureStore,
        jobs,
        characters: live.characters,
        grants,
        deletion: persons.deletion,
        service,
        openPath: (path) => shell.openPath(path),
        guidePath: folders.privacyGuide,
      }),
      ...createVoiceCalls({
        service,
        activeProfileId: () => profiles.list().activeId,
        openClient: async (id) => createApiClient(await profiles.readAccess(id)),
        grants,
        folder: folders.samples,
      }),
    },
    report,
  );
  const chosenFiles = createIpcDispatcher(
    fileIntake,
    { add: ({ path }) => jobs.addFile(path) },
    report,
  );
  serveIpc({ calls, files: chosenFiles }, isOwnPage);
  protocol.handle(
    pageScheme,
    createPageServer(folders.page, ownOrigin.indexUrl, {
      findMedia: grants.find,
      roomSources: live.relay.sources,
    }),
  );
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
    onPageLeft: () => {
      live.pageLeft();
      changer.pageLeft();
      conversions.pageLeft();
    },
  });
  open.window.once('closed', () => {
    open = null;
    live.pageLeft();
    changer.pageLeft();
    conversions.pageLeft();
  });
  await vault.verify();
  emit('profiles.changed', profiles.list());
}

/** Holds the end of the app back until live sessions and the service have put their work away. */
function endFirst(end: () => Promise<void>): void {
  let hasEnded = false;
  app.on('will-quit', (event) => {
    if (!hasEnded) {
      event.preventDefault();
      void end().finally(() => {
        hasEnded = true;
        app.quit();
      });
    }
  });
}

/**
 * The first picture comes first: on two cores the service's start would double the time until it shows.
 * Returns what to call when it is there; without it the work begins after {@link SERVICE_START_MS}.
 */
function afterFirstPicture(work: () => void): () => void {
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

/** Where the user wants a copy of a file; null when they changed their mind. */
async function askSavePath(window: BrowserWindow | null, name: string): Promise<string | null> {
  const options = { defaultPath: join(app.getPath('downloads'), name) };
  const { canceled, filePath } =
    window === null
      ? await dialog.showSaveDialog(options)
      : await dialog.showSaveDialog(window, options);
  return canceled || filePath === '' ? null : filePath;
}

/** Which folder the user wants files to go to; null when they changed their mind. */
async function askFolder(window: BrowserWindow | null): Promise<string | null> {
  const options = { properties: ['openDirectory' as const, 'createDirectory' as const] };
  const { canceled, filePaths } =
    window === null
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  return canceled ? null : (filePaths[0] ?? null);
}
