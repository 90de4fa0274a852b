import { app } from 'electron/main';
import { ipc, type Ipc } from '../../contract/ipc/contract.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import { createEmit, type Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { Redactor } from '../log/redact.ts';
import { createMediaGrants, type MediaGrants } from '../page/media-grants.ts';
import { createOwnOrigin, type OwnOrigin } from '../page/own-origin.ts';
import { KeyVault } from '../profiles/key-vault.ts';
import { createProfileStore, type ProfileStore } from '../profiles/profile-store.ts';
import { systemCipher } from '../profiles/system-cipher.ts';
import { forkService } from '../service/fork-service.ts';
import { createServiceHost, type ServiceHost } from '../service/service-host.ts';
import { createReloadPolicy } from '../window/reload-policy.ts';
import type { AppWindow } from './app-window.ts';
import type { Folders } from './folders.ts';
import { createNotices, type Notices } from './notices.ts';
import { type AppFiles, openFiles } from './open-files.ts';

/** Parts that exist before anything of the app is opened. */
export interface AppBase {
  readonly folders: Folders;
  readonly redactor: Redactor;
  readonly log: Log;
}

/** Base of all areas of the app. */
export interface AppCore extends AppBase {
  readonly window: AppWindow;
  readonly ownOrigin: OwnOrigin;
  readonly emit: Emit<Ipc>;
  readonly notices: Notices;
  readonly files: AppFiles;
  readonly vault: KeyVault;
  /** The models of the user as the settings have them now. */
  readonly readPacks: () => PackSetup;
  readonly service: ServiceHost;
  readonly profiles: ProfileStore;
  readonly grants: MediaGrants;
}

/** Opens files, vault and profiles, and makes the host of the service, which does not run yet. */
export function openCore(base: AppBase, window: AppWindow): AppCore {
  const { folders, redactor, log } = base;
  const devServerUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
  const ownOrigin = createOwnOrigin(devServerUrl);
  const emit = createEmit(ipc, (name, payload) => window.send(name, payload));
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
    isSigning: () => files.settings.read().signResults,
    restartPolicy: createReloadPolicy(() => performance.now()),
    addSecret: redactor.addSecret,
    onState: (state) => {
      emit('service.changed', state);
    },
    log,
  });
  const profiles = createProfileStore(files.profiles, vault, service.readAccess);
  const grants = createMediaGrants();
  return {
    ...base,
    window,
    ownOrigin,
    emit,
    notices,
    files,
    vault,
    readPacks,
    service,
    profiles,
    grants,
  };
}
