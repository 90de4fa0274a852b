const { contextBridge, ipcRenderer } = require('electron/renderer');

const listeners = new Map();

contextBridge.exposeInMainWorld('bridge', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  listen: (channel, callback) => {
    const listener = (_event, ...args) => callback(...args);
    ipcRenderer.on(channel, listener);
    return () => ipcRenderer.off(channel, listener);
  },
  add: (a, b) => a + b,
  throwNow: () => {
    throw new RangeError('thrown in the preload');
  },
  callBack: (callback, value) => callback(value),
  later: (value) => Promise.resolve(value),
  reject: () => Promise.reject(new TypeError('rejected in the preload')),
  facts: { platform: process.platform, nested: { list: [1, 2, { three: 3 }] } },
});
void listeners;
