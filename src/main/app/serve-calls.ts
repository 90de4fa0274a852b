import { cpus, homedir, release, totalmem } from 'node:os';
import { shell } from 'electron/common';
import { app, nativeTheme } from 'electron/main';
import { systemClock } from '../../base/clock.ts';
import { type ApiClient, createApiClient } from '../../client/client.ts';
import { findCompileCache } from '../../client/compile-cache.mjs';
import { ipc, type Ipc } from '../../contract/ipc/contract.ts';
import { fileIntake } from '../../contract/ipc/files.ts';
import type { IpcHandlers } from '../../contract/ipc/kit.ts';
import { createAccountCalls } from '../account/account-calls.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import { createDiagnosticsCalls } from '../diagnostics/diagnostics-calls.ts';
import { createIpcDispatcher, type FailedCall } from '../ipc/dispatcher.ts';
import { serveIpc } from '../ipc/serve-ipc.ts';
import { createPackCalls } from '../packs/pack-calls.ts';
import { createProfileCalls } from '../profiles/profile-calls.ts';
import { createSampleCalls } from '../sample/sample-calls.ts';
import { createServiceCalls } from '../service/service-calls.ts';
import { createSettingsCalls } from '../settings/settings-calls.ts';
import { createStorageCalls } from '../storage/storage-calls.ts';
import { createUpdateCalls } from '../updates/update-calls.ts';
import { createVoiceCalls } from '../voices/voice-calls.ts';
import { createViewState } from '../window/view-state.ts';
import { createWindowCalls } from '../window/window-calls.ts';
import { createAppCalls, readAbout } from './app-calls.ts';
import type { AppCore } from './app-core.ts';
import type { AppAreas } from './open-areas.ts';

/** Messages of the page to the app itself. */
export interface PageActions {
  /** Called when the first view is rendered. */
  readonly onShown: () => void;
  /** Opens a URL outside of the app. */
  readonly openOutside: (url: string) => Promise<void>;
}

/** Handles the calls of our own page, and the files that it passes. */
export function serveCalls(core: AppCore, areas: AppAreas, actions: PageActions): void {
  const { window, ownOrigin, log } = core;
  const report = (failed: FailedCall): void => {
    log(failed.bug === undefined ? 'info' : 'error', 'call.failed', { ...failed });
  };
  const calls = createIpcDispatcher(ipc, createHandlers(core, areas, actions), report);
  const files = createIpcDispatcher(
    fileIntake,
    { add: ({ path }) => areas.jobs.addFile(path) },
    report,
  );
  serveIpc({ calls, files }, (event) => window.isOwnPage(event, ownOrigin));
}

function createHandlers(core: AppCore, areas: AppAreas, actions: PageActions): IpcHandlers<Ipc> {
  const { folders, files, notices, emit, service, profiles, vault, grants, readPacks } = core;
  // Called when the first key is stored; afterwards the settings show how the keys are protected.
  let hasWarned = false;
  const warnWhenUnprotected = (): void => {
    if (vault.protection().kind === 'file' && !hasWarned) {
      hasWarned = true;
      notices.raise({ code: 'vault_unprotected', path: files.keys.path });
    }
  };
  const openClient = async (id: string): Promise<ApiClient> =>
    createApiClient(await profiles.readAccess(id));
  return {
    ...createAppCalls({ folders, notices, ...actions }),
    ...createServiceCalls(service),
    ...createSettingsCalls(files.settings, emit, (settings) => {
      const { theme, control, downloadResults, signResults } = settings;
      nativeTheme.themeSource = theme;
      areas.control.setChoice(control);
      service.usePacks(readPacks());
      service.signResults(signResults);
      areas.jobs.remoteResults.setWanted(downloadResults);
    }),
    ...createProfileCalls(
      profiles,
      (name, payload) => {
        emit(name, payload);
        areas.jobs.servicesChanged();
      },
      warnWhenUnprotected,
    ),
    ...createWindowCalls(() => core.window.guard, createViewState()),
    ...createAccountCalls({
      activeProfileId: () => profiles.list().activeId,
      openClient,
      chooseSavePath: (name) => core.window.chooseSavePath(name),
      nowMs: () => systemClock.nowMs(),
    }),
    ...createReportCalls(core),
    ...areas.jobs.calls,
    ...areas.live.calls,
    ...areas.cover.calls,
    ...areas.library.calls,
    ...areas.cameras.calls,
    ...areas.obs.calls,
    ...areas.changer.calls,
    ...areas.microphone.calls,
    ...areas.conversions.calls,
    ...createPackCalls(service, readPacks),
    ...areas.persons.calls,
    ...areas.control.calls,
    ...areas.desktop.calls,
    ...areas.hotkeys.calls,
    ...areas.presets.calls,
    ...createSampleCalls(folders, areas.jobs.chosen),
    ...areas.watched.calls,
    ...createUpdateCalls({
      readFeed: () => files.settings.read().updateFeed,
      version: app.getVersion(),
    }),
    ...createStorageHandlers(core, areas),
    ...createVoiceCalls({
      service,
      activeProfileId: () => profiles.list().activeId,
      openClient,
      grants,
      folder: folders.samples,
    }),
  };
}

function createReportCalls(core: AppCore): AreaHandlers<'diagnostics'> {
  const { folders, redactor, files, service, profiles, window } = core;
  return createDiagnosticsCalls({
    logFolder: folders.logs,
    redactor,
    readParts: async () => ({
      about: readAbout(folders),
      machine: {
        system: release(),
        processor: cpus()[0]?.model ?? '',
        cores: cpus().length,
        memoryMb: Math.round(totalmem() / 2 ** 20),
      },
      settings: files.settings.read(),
      embedded: service.state(),
      profiles: profiles.list(),
      home: homedir(),
    }),
    chooseSavePath: (name) => window.chooseSavePath(name),
    nowMs: () => systemClock.nowMs(),
  });
}

function createStorageHandlers(
  { folders, service, grants }: AppCore,
  { jobs, live, persons, library }: AppAreas,
): AreaHandlers<'storage'> {
  return createStorageCalls({
    folders,
    captureFolder: live.captureFolder,
    compiledFolders: [findCompileCache() ?? [], folders.arrangedModels ?? []].flat(),
    measureStore: service.measureStore,
    jobs,
    characters: live.characters,
    grants,
    deletion: persons.deletion,
    removeConversions: library.removeConversions,
    service,
    openPath: (path) => shell.openPath(path),
    guidePath: folders.privacyGuide,
  });
}
