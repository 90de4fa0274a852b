import { existsSync } from 'node:fs';
import { BrowserWindow, nativeTheme, screen } from 'electron/main';
import type { StoredJsonFile } from '../files/stored-file.ts';
import { background } from './background.ts';
import { fitBounds, minSize, type WindowState } from './bounds.ts';
import { rememberBounds } from './remember-bounds.ts';

/** Dependencies of the window. */
export interface MainWindowOptions {
  readonly preloadPath: string;
  /** PNG; left out when it is not there. */
  readonly iconPath: string;
  readonly state: StoredJsonFile<WindowState>;
  readonly onStateFailure: (error: unknown) => void;
}

/** Opens the window, empty: the caller guards it and then loads the page. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { bounds, isMaximized } = options.state.read();
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...fitBounds(bounds, workAreas),
    minWidth: minSize.width,
    minHeight: minSize.height,
    title: 'Guise',
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    ...(existsSync(options.iconPath) ? { icon: options.iconPath } : {}),
    webPreferences: {
      preload: options.preloadPath,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
      backgroundThrottling: false,
    },
  });
  if (isMaximized) {
    window.maximize();
  }
  if (process.platform !== 'darwin') {
    window.removeMenu();
  }
  rememberBounds(window, options.state, options.onStateFailure);
  return window;
}
