import { utilityProcess } from 'electron/main';
import { pickVariables } from '../../base/picked-env.ts';
import type { HotkeyView } from '../../contract/ipc/hotkeys.ts';
import { killProcess } from '../programs/kill-process.ts';
import { createElectronHotkeys, type ShortcutRegistry } from './electron-hotkeys.ts';
import type { HotkeyBackend, OnHotkey } from './hotkey-backend.ts';
import { type HotkeyProcess, X11HotkeysHost } from './x11-hotkeys-host.ts';

/** Hotkey support of this system. */
export interface HotkeySystem {
  /** Electron's own, where this is Electron. */
  readonly registry: ShortcutRegistry | null;
  readonly entryPath: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Opens the hotkey backend, or returns why this desktop has none. */
export function openHotkeyBackend(
  { registry, entryPath, platform, env }: HotkeySystem,
  onKey: OnHotkey,
): HotkeyBackend | NonNullable<HotkeyView['missing']> {
  if (registry !== null) {
    return createElectronHotkeys(registry, onKey);
  }
  if (platform !== 'linux') {
    return 'system';
  }
  // A Wayland desktop shows X programs as well, but gives them keys only while one of theirs has the focus.
  if (env['XDG_SESSION_TYPE'] === 'wayland' || (env['WAYLAND_DISPLAY'] ?? '') !== '') {
    return 'desktop';
  }
  return new X11HotkeysHost(() => forkHotkeys(entryPath, env), onKey);
}

function forkHotkeys(entryPath: string, env: HotkeySystem['env']): HotkeyProcess {
  const { DISPLAY = '', XAUTHORITY } = env;
  const child = utilityProcess.fork(entryPath, [], {
    serviceName: 'Guise keys',
    env: { ...pickVariables(env), DISPLAY, ...(XAUTHORITY === undefined ? {} : { XAUTHORITY }) },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => killProcess(child),
  };
}
