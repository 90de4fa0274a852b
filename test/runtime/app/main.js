// The fixture of the behaviour suite: written against Electron's documentation, the same for both runtimes.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, BrowserWindow, ipcMain, MessageChannelMain, protocol } from 'electron/main';

const folder = import.meta.dirname;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const mediaBytes = 10_000_000;

// Tests read what happened from here.
globalThis.seen = [];
const note = (...entry) => globalThis.seen.push(entry);

protocol.registerSchemesAsPrivileged([
  {
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  },
]);

if (!app.requestSingleInstanceLock({ from: process.pid })) {
  process.stdout.write('second instance leaves\n');
  app.exit(0);
} else {
  void start();
}

async function start() {
  app.on('second-instance', (_event, argv, folderOfSecond, extra) => {
    note('second-instance', argv.at(-1), folderOfSecond, extra);
    process.stdout.write(`second-instance ${argv.at(-1)} ${JSON.stringify(extra)}\n`);
  });
  app.on('window-all-closed', () => {
    process.stdout.write('window-all-closed\n');
    app.quit();
  });
  app.on('before-quit', () => process.stdout.write('before-quit\n'));
  app.on('will-quit', () => process.stdout.write('will-quit\n'));
  app.on('quit', (_event, code) => process.stdout.write(`quit ${code}\n`));
  answerCalls();
  await app.whenReady();
  protocol.handle('app', answerRequest);
  const window = new BrowserWindow({
    width: 900,
    height: 640,
    minWidth: 300,
    minHeight: 200,
    webPreferences: {
      preload: join(folder, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      additionalArguments: ['--fixture-argument'],
    },
  });
  follow(window);
  vetoCloses(window, Number(process.env.FIXTURE_VETOES ?? 0));
  await window.loadURL('app://bundle/index.html');
  process.stdout.write('loaded\n');
  window.webContents.on('did-finish-load', () => process.stdout.write('loaded again\n'));
  process.stdin.on('data', (line) => {
    void window.webContents.executeJavaScript(String(line));
  });
}

/** Refuses to close as often as it was told to. */
function vetoCloses(window, count) {
  let left = count;
  if (count > 0) {
    window.on('close', (event) => {
      process.stdout.write(`close asked, bounds ${JSON.stringify(window.getBounds())}\n`);
      if (left > 0) {
        left -= 1;
        event.preventDefault();
      }
    });
  }
}

function follow(window) {
  const { webContents } = window;
  for (const name of ['focus', 'blur', 'resize', 'maximize', 'unmaximize', 'minimize', 'restore']) {
    window.on(name, () => note(name));
  }
  for (const name of ['enter-full-screen', 'leave-full-screen', 'ready-to-show', 'closed']) {
    window.on(name, () => note(name));
  }
  window.on('closed', () => process.stdout.write('closed\n'));
  for (const name of ['did-finish-load', 'dom-ready', 'destroyed']) {
    webContents.on(name, () => note(name));
  }
  webContents.on('did-fail-load', (_event, _code, _text, url) => note('did-fail-load', url));
  webContents.on('did-navigate', (_event, url) => note('did-navigate', url));
  webContents.on('did-navigate-in-page', (_event, url) => note('did-navigate-in-page', url));
  webContents.on('did-start-navigation', (details) => {
    note('did-start-navigation', details.url, details.isMainFrame, details.isSameDocument);
  });
  webContents.on('page-title-updated', (_event, title) => note('page-title-updated', title));
  webContents.on('console-message', (details) => {
    note('console-message', details.level, details.message);
  });
  webContents.on('preload-error', (_event, path, error) => {
    note('preload-error', path, error.message);
  });
  webContents.on('render-process-gone', (_event, details) => {
    note('render-process-gone', details.reason);
  });
  webContents.on('will-navigate', (event) => {
    note('will-navigate', event.url);
    event.preventDefault();
  });
  webContents.on('will-frame-navigate', (event) => {
    note('will-frame-navigate', event.url, event.isMainFrame);
    if (event.url.includes('forbidden')) {
      event.preventDefault();
    }
  });
  webContents.setWindowOpenHandler((details) => {
    note('window-open', details.url);
    return { action: 'deny' };
  });
}

function answerCalls() {
  ipcMain.handle('echo', (_event, value) => value);
  ipcMain.handle('kinds', (_event, value) => describe(value));
  ipcMain.handle('fail', () => {
    throw new RangeError('expected failure');
  });
  ipcMain.handle('uncloneable', () => () => 1);
  ipcMain.handle('sender', (event) => ({
    url: event.senderFrame.url,
    origin: event.senderFrame.origin,
    isTop: event.senderFrame.parent === null,
    isSame: event.sender === BrowserWindow.getAllWindows()[0].webContents,
  }));
  ipcMain.on('say', (event, ...args) => event.sender.send('said', ...args));
  ipcMain.on('facts', () => {
    const facts = {
      isPackaged: app.isPackaged,
      path: app.getAppPath(),
      exe: app.getPath('exe'),
      resources: process.resourcesPath,
      last: process.argv.at(-1),
    };
    process.stdout.write(`facts ${JSON.stringify(facts)}\n`);
  });
  ipcMain.on('port-from-page', (event) => {
    const [port] = event.ports;
    port.on('message', ({ data, ports }) => {
      if (ports.length > 0) {
        const [moved] = ports;
        moved.postMessage('through the moved port');
        return;
      }
      port.postMessage({ echo: data });
    });
    port.on('close', () => note('port closed'));
    port.start();
  });
  ipcMain.handle('ask-for-port', (event) => {
    const { port1, port2 } = new MessageChannelMain();
    port2.on('message', ({ data }) => port2.postMessage({ fromMain: data }));
    // Sent before the page has the port: it has to wait there.
    port2.postMessage('early');
    port2.start();
    event.sender.postMessage('port-from-main', { hello: 1 }, [port1]);
  });
}

function describe(value) {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, describe(item)]));
  }
  return kind === 'Error' ? `${kind} ${value.name} ${value.message}` : kind;
}

async function answerRequest(request) {
  const { host, pathname, search } = new URL(request.url);
  if (pathname === '/request') {
    const body = await request.text();
    const seen = {
      host,
      search,
      method: request.method,
      type: request.headers.get('x-test'),
      body,
    };
    return Response.json(seen, { status: 201, headers: { 'x-answer': 'yes' } });
  }
  if (pathname === '/media.bin') {
    return answerMedia(request.headers.get('range'));
  }
  if (pathname === '/throws') {
    throw new Error('the handler fails');
  }
  if (pathname === '/redirect') {
    return new Response(null, { status: 302, headers: { location: '/other.html' } });
  }
  try {
    const bytes = await readFile(join(folder, pathname));
    const type = types[extname(pathname)] ?? 'application/octet-stream';
    return new Response(bytes, { headers: { 'content-type': type } });
  } catch {
    return new Response('Not found', { status: 404 });
  }
}

/** Ten million bytes, each its own offset modulo 251, made while they are read. */
function answerMedia(range) {
  const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  const start = match === null ? 0 : Number(match[1]);
  const end = match === null || match[2] === '' ? mediaBytes - 1 : Number(match[2]);
  let offset = start;
  const body = new ReadableStream({
    pull: (controller) => {
      const size = Math.min(65_536, end + 1 - offset);
      if (size <= 0) {
        controller.close();
        return;
      }
      controller.enqueue(Uint8Array.from({ length: size }, (_, index) => (offset + index) % 251));
      offset += size;
    },
    cancel: () => note('media cancelled'),
  });
  const headers = { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes' };
  return match === null
    ? new Response(body, { headers })
    : new Response(body, {
        status: 206,
        headers: {
          ...headers,
          'content-range': `bytes ${start}-${end}/${mediaBytes}`,
          'content-length': String(end + 1 - start),
        },
      });
}
