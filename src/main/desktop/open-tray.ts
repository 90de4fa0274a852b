import type { Menu } from 'electron/main';
import { findSessionBus } from '../dbus/connection.ts';
import type { Log } from '../log/log.ts';
import { createElectronTray, type TrayMaker } from './electron-tray.ts';
import { LinuxTray } from './linux-tray.ts';
import type { TrayBackend, TrayListener } from './tray-backend.ts';

/** Tray support of this system. */
export interface TraySystem {
  /** Electron's own, where this is Electron. */
  readonly maker: TrayMaker<Menu> | null;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly iconPath: string;
  readonly log: Log;
}

/** Opens the tray of this desktop; null where none is known. On Linux it is the same with both runtimes. */
export function openTray(
  { maker, platform, env, iconPath, log }: TraySystem,
  listener: TrayListener,
): TrayBackend | null {
  if (platform === 'linux') {
    const busPath = findSessionBus(env);
    const onFailure = (error: unknown): void => log('info', 'tray.not_shown', { error });
    return busPath === null
      ? null
      : new LinuxTray({ ...listener, busPath, iconPath, title: 'Guise', onFailure });
  }
  return maker === null ? null : createElectronTray(maker, listener);
}
