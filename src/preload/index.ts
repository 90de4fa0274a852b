import { contextBridge, ipcRenderer } from 'electron/renderer';
import { bridgeKey, callChannel, eventChannel } from '../contract/ipc/channels.ts';
import type { RawBridge } from '../contract/ipc/kit.ts';

const bridge: RawBridge = {
  call: (name, input) => ipcRenderer.invoke(callChannel, name, input),
  on: (name, listener) => {
    const forward = (_event: unknown, sentName: unknown, payload: unknown): void => {
      if (sentName === name) {
        listener(payload);
      }
    };
    ipcRenderer.on(eventChannel, forward);
    return () => {
      ipcRenderer.off(eventChannel, forward);
    };
  },
};

contextBridge.exposeInMainWorld(bridgeKey, bridge);
