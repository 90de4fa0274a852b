/** Module behind `electron`, `electron/main` and `electron/common` in the main process. */
import { absentModules } from './absent-modules.ts';
import { app as appObject } from './api/app.ts';
import { BrowserWindow as BrowserWindowClass } from './api/browser-window.ts';
import { guard } from './api/class-guard.ts';
import { dialog as dialogObject } from './api/dialog.ts';
import { ipcMain as ipcMainObject } from './api/ipc-main.ts';
import { Menu as MenuObject } from './api/menu.ts';
import { MessageChannelMain as MessageChannelClass } from './api/message-port.ts';
import { nativeTheme as nativeThemeObject } from './api/native-theme.ts';
import { net as netObject } from './api/net.ts';
import { Notification as NotificationClass } from './api/notification.ts';
import { powerSaveBlocker as powerSaveBlockerObject } from './api/power-save-blocker.ts';
import { protocol as protocolObject } from './api/protocol.ts';
import { safeStorage as safeStorageObject } from './api/safe-storage.ts';
import { screen as screenObject } from './api/screen.ts';
import { session as sessionObject } from './api/session.ts';
import { shell as shellObject } from './api/shell.ts';
import { utilityProcess as utilityProcessObject } from './api/utility-process.ts';
import { webContents as webContentsObject } from './api/web-contents.ts';
import { supported } from './supported.ts';

const { main } = supported;

export const app = appObject;
export const BrowserWindow = guard('BrowserWindow', BrowserWindowClass, main.BrowserWindow);
export const dialog = guard('dialog', dialogObject, main.dialog);
export const ipcMain = ipcMainObject;
export const Menu = guard('Menu', MenuObject, main.Menu);
export const MessageChannelMain = MessageChannelClass;
export const nativeTheme = nativeThemeObject;
export const net = guard('net', netObject, main.net);
export const Notification = guard('Notification', NotificationClass, main.Notification);
export const powerSaveBlocker = guard(
  'powerSaveBlocker',
  powerSaveBlockerObject,
  main.powerSaveBlocker,
);
export const protocol = guard('protocol', protocolObject, main.protocol);
export const safeStorage = guard('safeStorage', safeStorageObject, main.safeStorage);
export const screen = screenObject;
export const session = sessionObject;
export const shell = guard('shell', shellObject, main.shell);
export const utilityProcess = guard('utilityProcess', utilityProcessObject, main.utilityProcess);
export const webContents = webContentsObject;

export const {
  autoUpdater,
  BaseWindow,
  BrowserView,
  clipboard,
  contentTracing,
  crashReporter,
  desktopCapturer,
  globalShortcut,
  ImageView,
  inAppPurchase,
  MenuItem,
  nativeImage,
  netLog,
  powerMonitor,
  pushNotifications,
  ShareMenu,
  systemPreferences,
  TouchBar,
  Tray,
  View,
  webFrameMain,
  WebContentsView,
} = absentModules;

const modules = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeTheme,
  net,
  Notification,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
  webContents,
};

/** The whole module, for `import electron from 'electron'` and for `require`. */
const electron = guard('electron', modules, main.electron);
// oxlint-disable-next-line import/no-default-export -- libraries import electron as a default
export { electron as 'module.exports', electron as default };
