const { contextBridge, ipcRenderer, webUtils } = require('electron/renderer');

contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  listen: (channel, callback) => {
    const listener = (_event, ...args) => callback(...args);
    ipcRenderer.on(channel, listener);
    return () => ipcRenderer.off(channel, listener);
  },
  countListeners: (channel) => ipcRenderer.listenerCount(channel),
  add: (a, b) => a + b,
  throwNow: () => {
    throw new RangeError('thrown in the preload');
  },
  callBack: (callback, value) => callback(value),
  callLater: async (callback, value) => callback(await value),
  later: (value) => Promise.resolve(value),
  reject: () => Promise.reject(new TypeError('rejected in the preload')),
  same: (value) => value,
  isBytes: (value) => value instanceof Uint8Array && value.buffer.byteLength === value.byteLength,
  makeAdder: (first) => (second) => first + second,
  facts: { platform: process.platform, type: process.type, nested: { list: [1, 2, { three: 3 }] } },
  hasArgument: process.argv.includes('--fixture-argument'),
  pathOf: async (file) => await webUtils.getPathForFile(file),
  exposeAgain: () => contextBridge.exposeInMainWorld('bridge', {}),
  requireFs: () => require('fs'),
  // A port of this world to main and back.
  talkOverPort: (values) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const answers = [];
      port1.addEventListener('message', (event) => {
        answers.push(event.data);
        if (answers.length === values.length) {
          port1.close();
          resolve(answers);
        }
      });
      port1.start();
      ipcRenderer.postMessage('port-from-page', null, [port2]);
      for (const value of values) {
        port1.postMessage(value);
      }
    }),
  moveSecondPort: () =>
    new Promise((resolve) => {
      const first = new MessageChannel();
      const second = new MessageChannel();
      second.port1.addEventListener('message', (event) => resolve(event.data));
      second.port1.start();
      ipcRenderer.postMessage('port-from-page', null, [first.port2]);
      first.port1.postMessage('take this', [second.port2]);
    }),
  talkOverMainPort: () =>
    new Promise((resolve) => {
      ipcRenderer.once('port-from-main', (event, message) => {
        const answers = [message];
        const [port] = event.ports;
        port.addEventListener('message', ({ data }) => {
          answers.push(data);
          if (answers.length === 3) {
            resolve(answers);
          }
        });
        port.start();
        port.postMessage('from the page');
      });
      void ipcRenderer.invoke('ask-for-port');
    }),
});
