import { EventEmitter } from 'node:events';
import { findProgram } from '../chromium/find.ts';
import { logBug } from '../log.ts';
import type { Page } from '../page/page.ts';
import { runProgram } from '../programs.ts';
import { listWindows } from '../windows.ts';
import { guardInstances } from './class-guard.ts';

/** Possible values of `nativeTheme.themeSource`. */
export type ThemeSource = 'system' | 'light' | 'dark';

const portalTimeoutMs = 1_500;
const portalDark = '1';

/** Electron's `nativeTheme`: pages follow it by the media feature `prefers-color-scheme`. */
export class NativeTheme extends EventEmitter {
  #source: ThemeSource = 'system';
  #isSystemDark = false;

  get themeSource(): ThemeSource {
    return this.#source;
  }

  set themeSource(source: ThemeSource) {
    if (!['system', 'light', 'dark'].includes(source)) {
      throw new TypeError('themeSource must be "system", "light" or "dark"');
    }
    if (source === this.#source) {
      return;
    }
    this.#source = source;
    for (const { page } of listWindows()) {
      if (page !== null) {
        void applyTheme(page).catch(logBug);
      }
    }
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#isSystemDark : this.#source === 'dark';
  }

  /** For the start: sets the desktop's preference. */
  static setSystem(theme: NativeTheme, isDark: boolean): void {
    if (theme.#isSystemDark !== isDark) {
      theme.#isSystemDark = isDark;
      theme.emit('updated');
    }
  }
}

guardInstances('nativeTheme', NativeTheme);

/** See Electron's documentation. */
export const nativeTheme = new NativeTheme();

/** Makes a page prefer what the theme says; "system" leaves it to the browser. */
export async function applyTheme(page: Page): Promise<void> {
  const value = nativeTheme.themeSource;
  const features = value === 'system' ? [] : [{ name: 'prefers-color-scheme', value }];
  await page.cdp.send('Emulation.setEmulatedMedia', { features });
}

/** Asks the desktop's portal for the preferred colours; without one they are light. */
export async function readSystemTheme(): Promise<void> {
  const gdbus = findProgram('gdbus');
  if (gdbus === null || process.env['DBUS_SESSION_BUS_ADDRESS'] === undefined) {
    return;
  }
  const portal = 'org.freedesktop.portal';
  const { code, output } = await runProgram(
    gdbus,
    [
      'call',
      '--session',
      '--dest',
      `${portal}.Desktop`,
      '--object-path',
      '/org/freedesktop/portal/desktop',
      '--method',
      `${portal}.Settings.Read`,
      'org.freedesktop.appearance',
      'color-scheme',
    ],
    { timeoutMs: portalTimeoutMs },
  );
  if (code === 0) {
    NativeTheme.setSystem(nativeTheme, /uint32 (\d)/.exec(output)?.[1] === portalDark);
  }
}
