import { guard } from './api/class-guard.ts';

const names = [
  'autoUpdater',
  'BaseWindow',
  'BrowserView',
  'clipboard',
  'contentTracing',
  'crashReporter',
  'desktopCapturer',
  'globalShortcut',
  'ImageView',
  'inAppPurchase',
  'MenuItem',
  'nativeImage',
  'netLog',
  'powerMonitor',
  'pushNotifications',
  'ShareMenu',
  'systemPreferences',
  'TouchBar',
  'Tray',
  'View',
  'webFrameMain',
  'WebContentsView',
] as const;

function createAbsent(name: string): object {
  function Absent(): never {
    throw new Error(
      `${name} is not supported by the Chromium runtime. ` +
        'What it supports is listed in runtime/supported.ts.',
    );
  }
  return guard(name, Absent, []);
}

/**
 * Electron modules that this runtime lacks. They can be imported, because an app may import modules that it
 * uses only on other systems; reading, calling or constructing anything of them throws an error with its name.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the very list of names
export const absentModules = Object.fromEntries(
  names.map((name) => [name, createAbsent(name)]),
) as Readonly<Record<(typeof names)[number], object>>;
