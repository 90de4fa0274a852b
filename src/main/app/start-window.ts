import { app, type BrowserWindow } from 'electron/main';
import { type Language, type LanguageChoice, matchLanguage } from '../../contract/languages.ts';
import { eventChannel } from '../../contract/ipc/channels.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { Notices } from './notices.ts';
import { failedPagePath } from '../page/failed-page.ts';
import { type OwnOrigin, pageOrigin } from '../page/own-origin.ts';
import { type CloseGuard, createCloseGuard } from '../window/close-guard.ts';
import { openMainWindow } from '../window/main-window.ts';
import { logPageErrors } from '../window/log-page-errors.ts';
import { guardNavigation } from '../window/navigation.ts';
import { recoverPage } from '../window/recover-page.ts';
import { createReloadPolicy } from '../window/reload-policy.ts';
import type { AppFiles } from './open-files.ts';
import type { Folders } from './folders.ts';

/** The window and its resources while it is open. */
export interface OpenWindow {
  readonly window: BrowserWindow;
  readonly guard: CloseGuard;
}

/** Dependencies of the window. */
export interface WindowDependencies {
  readonly folders: Folders;
  readonly files: AppFiles;
  readonly ownOrigin: OwnOrigin;
  readonly notices: Notices;
  readonly log: Log;
  readonly emit: Emit<Ipc>;
  readonly openOutside: (url: string) => Promise<void>;
  readonly language: () => Language;
  /** Called when the document is gone, or was replaced. */
  readonly onPageLeft: () => void;
}

/** Opens the window, guards it and loads the page. */
export function startWindow(needs: WindowDependencies): OpenWindow {
  const { folders, files, ownOrigin, notices, log, emit } = needs;
  const failure =
    (message: string) =>
    (error: unknown): void => {
      log('error', message, { error });
    };
  const window = openMainWindow({
    preloadPath: folders.preloadPath,
    iconPath: folders.iconPath,
    state: files.window,
    onStateFailure: failure('window.bounds_not_written'),
  });
  const guard = createCloseGuard(window, (reason) => {
    emit('window.close_asked', { reason });
  });
  // A page that hangs cannot answer whether it may be closed.
  window.on('unresponsive', () => {
    log('warn', 'page.unresponsive');
    guard.suspend(true);
  });
  window.on('responsive', () => {
    log('info', 'page.responsive');
    guard.suspend(false);
  });
  const contents = window.webContents;
  guardNavigation(contents, ownOrigin, (url) => {
    needs.openOutside(url).catch(failure('link.refused'));
  });
  logPageErrors(contents, log);
  // A newly loaded document knows nothing of the previous one's state, nor that it was live.
  const leavePage = (): void => {
    const reason = guard.reason();
    guard.set(null);
    guard.suspend(false);
    notices.pageLeft();
    if (reason === 'live' || reason === 'recording') {
      notices.raise({ code: 'live_ended', path: null });
    }
    needs.onPageLeft();
  };
  contents.on('did-navigate', (_event, url) => {
    leavePage();
    // An empty document needs no request, so not every runtime asks before it comes.
    if (url.startsWith('about:')) {
      contents.loadURL(ownOrigin.indexUrl).catch(failure('page.not_loaded'));
    }
  });
  recoverPage(contents, {
    policy: createReloadPolicy(() => performance.now()),
    indexUrl: ownOrigin.indexUrl,
    failedUrl: () => `${pageOrigin}${failedPagePath}?language=${needs.language()}`,
    onGone: (reason, next) => {
      log('error', 'page.gone', { reason, next });
      leavePage();
      if (next === 'reload') {
        notices.raise({ code: 'page_recovered', path: null });
      }
    },
    onFailure: failure('page.not_loaded'),
  });
  window.loadURL(ownOrigin.indexUrl).catch((error: unknown) => {
    if (!window.isDestroyed()) {
      failure('page.not_loaded')(error);
    }
  });
  return { window, guard };
}

/** Sends an event to the page of a window; dropped when the window is gone. */
export function sendToPage(window: BrowserWindow | null, name: string, payload: unknown): void {
  if (window !== null && !window.isDestroyed() && !window.webContents.isCrashed()) {
    window.webContents.send(eventChannel, name, payload);
  }
}

/** Language of the few texts main shows itself. */
export function chooseLanguage(setting: LanguageChoice): Language {
  return setting === 'system' ? matchLanguage([app.getLocale()]) : setting;
}
