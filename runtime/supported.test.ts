import { describe, expect, it } from 'vitest';
import { App } from './api/app.ts';
import { BrowserWindow } from './api/browser-window.ts';
import { CommandLine } from './api/command-line.ts';
import { dialog } from './api/dialog.ts';
import { IpcMain } from './api/ipc-main.ts';
import { Menu } from './api/menu.ts';
import { MessageChannelMain, MessagePortMain } from './api/message-port.ts';
import { NativeImage } from './api/native-image.ts';
import { NativeTheme } from './api/native-theme.ts';
import { net } from './api/net.ts';
import { Notification } from './api/notification.ts';
import { powerSaveBlocker } from './api/power-save-blocker.ts';
import { protocol } from './api/protocol.ts';
import { safeStorage } from './api/safe-storage.ts';
import { Screen } from './api/screen.ts';
import { Session } from './api/session.ts';
import { shell } from './api/shell.ts';
import { UtilityProcess, utilityProcess } from './api/utility-process.ts';
import { WebContents } from './api/web-contents.ts';
import { WebFrameMain } from './api/web-frame-main.ts';
import { WebRequest } from './api/web-request.ts';
import electron from './electron.ts';
import { supported } from './supported.ts';

const { main, instances } = supported;

it.each([
  ['dialog', dialog],
  ['Menu', Menu],
  ['net', net],
  ['powerSaveBlocker', powerSaveBlocker],
  ['protocol', protocol],
  ['safeStorage', safeStorage],
  ['shell', shell],
  ['utilityProcess', utilityProcess],
] as const)('%s has exactly the listed members', (name, value) => {
  expect(Object.keys(value).toSorted()).toEqual([...main[name]].toSorted());
});

it('electron exports exactly the listed modules, and names any other', () => {
  for (const name of main.electron) {
    expect(electron[name]).toBeDefined();
  }
  expect(() => Reflect.get(electron, 'Tray')).toThrow('electron.Tray is not supported');
});

/** Fields that a constructor sets are not on the prototype. */
const fields: Readonly<Record<string, readonly string[]>> = {
  app: ['commandLine'],
  BrowserWindow: ['id', 'webContents'],
  MessageChannelMain: ['port1', 'port2'],
  Notification: ['title', 'body', 'urgency'],
  Session: ['protocol', 'webRequest'],
  UtilityProcess: ['stdout', 'stderr'],
  WebContents: ['id', 'session', 'ipc', 'mainFrame'],
};

describe('instances have exactly the listed members', () => {
  it.each([
    ['app', App],
    ['BrowserWindow', BrowserWindow],
    ['CommandLine', CommandLine],
    ['ipcMain', IpcMain],
    ['MessageChannelMain', MessageChannelMain],
    ['MessagePortMain', MessagePortMain],
    ['NativeImage', NativeImage],
    ['nativeTheme', NativeTheme],
    ['Notification', Notification],
    ['screen', Screen],
    ['Session', Session],
    ['UtilityProcess', UtilityProcess],
    ['WebContents', WebContents],
    ['WebFrameMain', WebFrameMain],
    ['WebRequest', WebRequest],
  ] as const)('%s', (name, constructor) => {
    const own = Object.getOwnPropertyNames(constructor.prototype);
    const members = [...own.filter((member) => member !== 'constructor'), ...(fields[name] ?? [])];
    expect(members.toSorted()).toEqual([...instances[name]].toSorted());
    expect(() => Reflect.get(constructor.prototype, 'noSuchMember')).toThrow(
      /\.noSuchMember is not supported by the Chromium runtime/,
    );
  });

  it('leaves out no class', () => {
    expect(Object.keys(instances)).toHaveLength(15);
  });
});
