import type { AppWindowOptions } from '../page/app-window.ts';
import { hasMenuKeys } from './menu.ts';

/** Supported options of `new BrowserWindow`; others are reported on standard error. */
export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly x?: number;
  readonly y?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly maxWidth?: number;
  readonly maxHeight?: number;
  readonly title?: string;
  readonly backgroundColor?: string;
  readonly webPreferences?: {
    readonly preload?: string;
    readonly additionalArguments?: readonly string[];
    readonly devTools?: boolean;
  };
}

/** Understood, or true of every window here anyway. */
const understood = new Set([
  'width',
  'height',
  'x',
  'y',
  'minWidth',
  'minHeight',
  'maxWidth',
  'maxHeight',
  'title',
  'backgroundColor',
  'webPreferences',
  'show',
  'autoHideMenuBar',
  'icon',
  'center',
  'resizable',
  'useContentSize',
]);
const demanded: Readonly<Record<string, unknown>> = {
  frame: true,
  transparent: false,
  alwaysOnTop: false,
  kiosk: false,
  fullscreen: false,
  modal: false,
  titleBarStyle: 'default',
};
const demandedOfPage: Readonly<Record<string, boolean>> = {
  contextIsolation: true,
  nodeIntegration: false,
  sandbox: true,
  webSecurity: true,
};

/** Reads the options. Throws for page preferences that would need a less safe page than there is. */
export function readWindowOptions(options: WindowOptions): {
  readonly window: AppWindowOptions;
  readonly ignored: readonly string[];
} {
  const preferences = options.webPreferences ?? {};
  for (const [name, needed] of Object.entries(demandedOfPage)) {
    const value: unknown = Reflect.get(preferences, name);
    if (value !== undefined && value !== needed) {
      throw new Error(
        `webPreferences.${name} can only be ${String(needed)} on the Chromium runtime.`,
      );
    }
  }
  const ignored = Object.entries(options)
    .filter(([name, value]) => !understood.has(name) && demanded[name] !== value)
    .map(([name]) => name);
  return {
    ignored,
    window: {
      preloadPath: preferences.preload ?? null,
      additionalArguments: preferences.additionalArguments ?? [],
      hasBrowserKeys: hasMenuKeys() && preferences.devTools !== false,
      backgroundColor: options.backgroundColor ?? null,
      bounds: {
        width: options.width ?? 800,
        height: options.height ?? 600,
        ...(options.x === undefined ? {} : { x: options.x }),
        ...(options.y === undefined ? {} : { y: options.y }),
      },
      limits: {
        minWidth: options.minWidth ?? 0,
        minHeight: options.minHeight ?? 0,
        maxWidth: options.maxWidth ?? 0,
        maxHeight: options.maxHeight ?? 0,
      },
    },
  };
}
