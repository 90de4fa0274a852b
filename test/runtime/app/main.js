// The fixture of the behaviour suite: written against Electron's documentation, the same for both runtimes.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, BrowserWindow, ipcMain, protocol } from 'electron/main';

const folder = import.meta.dirname;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

protocol.registerSchemesAsPrivileged([
  {
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  },
]);

ipcMain.handle('echo', (_event, value) => value);
ipcMain.handle('fail', () => {
  throw new RangeError('expected failure');
});
ipcMain.handle('sender', (event) => ({
  url: event.senderFrame.url,
  origin: event.senderFrame.origin,
  isSame: event.sender === BrowserWindow.getAllWindows()[0].webContents,
}));
ipcMain.on('say', (event, ...args) => event.sender.send('said', ...args));

app.on('window-all-closed', () => app.quit());

await app.whenReady();

protocol.handle('app', async (request) => {
  const { pathname } = new URL(request.url);
  try {
    const bytes = await readFile(join(folder, pathname));
    const type = types[extname(pathname)] ?? 'application/octet-stream';
    return new Response(bytes, { headers: { 'content-type': type } });
  } catch {
    return new Response('Not found', { status: 404 });
  }
});

const window = new BrowserWindow({
  width: 900,
  height: 640,
  webPreferences: { preload: join(folder, 'preload.cjs'), sandbox: true, contextIsolation: true },
});
await window.loadURL('app://bundle/index.html');
