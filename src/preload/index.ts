import { contextBridge, ipcRenderer, webUtils } from 'electron/renderer';
import { bridgeKey, callChannel, eventChannel, fileChannel } from '../contract/ipc/channels.ts';
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
  // The path is determined here and sent to main: the page cannot name a file that the user did not choose.
  addFile: async (file) => {
    const path = file instanceof File ? await Promise.resolve(webUtils.getPathForFile(file)) : '';
    return ipcRenderer.invoke(fileChannel, path);
  },
};

contextBridge.exposeInMainWorld(bridgeKey, bridge);
