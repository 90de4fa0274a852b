/** What `electron`, `electron/main` and `electron/common` resolve to in the main process. */
import { app as appObject } from './api/app.ts';
import { BrowserWindow as BrowserWindowClass } from './api/browser-window.ts';
import { guard } from './api/class-guard.ts';
import { ipcMain as ipcMainObject } from './api/ipc-main.ts';
import { MessageChannelMain as MessageChannelClass } from './api/message-port.ts';
import { net as netObject } from './api/net.ts';
import { protocol as protocolObject } from './api/protocol.ts';
import { session as sessionObject } from './api/session.ts';
import { webContents as webContentsObject } from './api/web-contents.ts';
import { supported } from './supported.ts';

const { main } = supported;

export const app = appObject;
export const BrowserWindow = guard('BrowserWindow', BrowserWindowClass, main.BrowserWindow);
export const ipcMain = ipcMainObject;
export const MessageChannelMain = MessageChannelClass;
export const net = guard('net', netObject, main.net);
export const protocol = guard('protocol', protocolObject, main.protocol);
export const session = sessionObject;
export const webContents = webContentsObject;

const modules = {
  app,
  BrowserWindow,
  ipcMain,
  MessageChannelMain,
  net,
  protocol,
  session,
  webContents,
};

/** The whole module, for `import electron from 'electron'` and for `require`. */
const electron = guard('electron', modules, Object.keys(modules));
// oxlint-disable-next-line import/no-default-export -- libraries import electron as a default
export { electron as 'module.exports', electron as default };
