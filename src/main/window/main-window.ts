import { existsSync } from 'node:fs';
import { BrowserWindow, nativeTheme, screen } from 'electron/main';
import type { StoredFile } from '../files/stored-file.ts';
import { fitBounds, minSize, type WindowState } from './bounds.ts';
import { rememberBounds } from './remember-bounds.ts';

/** What the window is made of. */
export interface MainWindowOptions {
  readonly preloadPath: string;
  /** PNG; left out when it is not there. */
  readonly iconPath: string;
  readonly state: StoredFile<WindowState>;
  readonly onStateFailure: (error: unknown) => void;
}

/** Base surface of each theme, the same colours as in the page, so that opening does not flash. */
const background = { dark: '#14161b', light: '#f4f5f7' };

/** Opens the window, empty: the caller guards it and then loads the page. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const { bounds, isMaximized } = options.state.read();
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const window = new BrowserWindow({
    ...fitBounds(bounds, workAreas),
    minWidth: minSize.width,
    minHeight: minSize.height,
    title: 'Guise',
    autoHideMenuBar: true,
    backgroundColor: currentBackground(),
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
  rememberBounds(window, options.state, options.onStateFailure);
  followTheme(window);
  return window;
}

function followTheme(window: BrowserWindow): void {
  const follow = (): void => {
    window.setBackgroundColor(currentBackground());
  };
  nativeTheme.on('updated', follow);
  window.once('closed', () => nativeTheme.off('updated', follow));
}

function currentBackground(): string {
  return nativeTheme.shouldUseDarkColors ? background.dark : background.light;
}
