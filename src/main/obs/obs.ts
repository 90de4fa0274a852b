import { homedir } from 'node:os';
import { AppError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { ObsChoice, ObsStatus } from '../../contract/obs.ts';
import { MICROPHONE_NAME } from '../../contract/sound-devices.ts';
import type { Settings } from '../../contract/settings.ts';
import { ObsLink, type ObsStream } from '../../devices/obs/obs-link.ts';
import { readObsSettings, settingsFolders } from '../../devices/obs/obs-settings.ts';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { KeyVault } from '../profiles/key-vault.ts';

/** Dependencies from the app. */
export interface ObsOptions {
  readonly stream: ObsStream;
  readonly settings: StoredJsonFile<Settings>;
  readonly vault: Pick<KeyVault, 'store' | 'read' | 'remove'>;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
  /** Folders of OBS's settings; those of this system by default. */
  readonly obsFolders?: readonly string[] | undefined;
}

/** Vault entry of the password, under a name that no profile has, bound to this computer. */
const vaultEntry = { id: 'obs', origin: 'ws://127.0.0.1' } as const;

/** OBS Studio on this computer: the connection, its password and the calls about it. */
export class Obs {
  readonly #options: ObsOptions;
  readonly #link: ObsLink;

  constructor(options: ObsOptions) {
    const { stream, emit, log } = options;
    const folders = options.obsFolders ?? settingsFolders(process.platform, homedir(), process.env);
    this.#options = options;
    this.#link = new ObsLink({
      stream,
      // OBS knows whether it is there; elsewhere the microphone is a cable that others use as well.
      findMicrophone: async () => (process.platform === 'linux' ? MICROPHONE_NAME : null),
      readSettings: () => readObsSettings(folders),
      onStatus: (status) => emit('obs.changed', status),
      onFailure: (error) => log('warn', 'obs.failed', { error }),
    });
  }

  /** Connects where the user was connected when the app ended. */
  async resume(): Promise<void> {
    const { isOn, port } = this.#options.settings.read().obs;
    if (isOn) {
      await this.#link.connect({ port, password: await this.#findPassword() });
    }
  }

  /** Ends the connection; the next start connects again. */
  async stop(): Promise<void> {
    await this.#link.disconnect();
  }

  get calls(): AreaHandlers<'obs'> {
    const link = this.#link;
    return {
      'obs.read': async () => link.status,
      'obs.connect': ({ port, password }) => this.#connect(port ?? null, password ?? null),
      'obs.disconnect': () => this.#disconnect(),
      'obs.set_up': () => link.setUp(),
      'obs.set_sync_offset': ({ offsetMs }) => link.setSyncOffset(offsetMs),
      'obs.set_virtual_camera': ({ isOn }) => link.setVirtualCamera(isOn),
      'obs.test': () => link.test(),
    };
  }

  async #connect(port: number | null, entered: string | null): Promise<ObsStatus> {
    if (entered !== null) {
      await this.#options.vault.store(vaultEntry.id, {
        origin: vaultEntry.origin,
        apiKey: entered,
      });
    }
    this.#choose({ isOn: true, port });
    return this.#link.connect({ port, password: entered ?? (await this.#findPassword()) });
  }

  #disconnect(): Promise<ObsStatus> {
    this.#choose({ isOn: false, port: null });
    this.#options.vault.remove(vaultEntry.id);
    return this.#link.disconnect();
  }

  #choose(obs: ObsChoice): void {
    const { settings, emit } = this.#options;
    settings.write({ ...settings.read(), obs });
    emit('settings.changed', settings.read());
  }

  /** Null where none is kept, or none can be read now: OBS then asks for it, and the page does. */
  async #findPassword(): Promise<string | null> {
    try {
      return await this.#options.vault.read(vaultEntry.id, vaultEntry.origin);
    } catch (error) {
      if (error instanceof AppError) {
        return null;
      }
      throw error;
    }
  }
}
