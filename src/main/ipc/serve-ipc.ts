import { type IpcMainInvokeEvent, ipcMain } from 'electron/main';
import { callChannel } from '../../contract/ipc/channels.ts';
import type { Reply } from '../../contract/ipc/kit.ts';
import type { IncomingCall } from './door.ts';

/** electron-store opens it for pages that keep settings themselves; ours does not. */
const foreignChannel = 'electron-store-get-data';

/**
 * Puts a door on the channel of calls, the only one that leads into main. `isTrusted` decides about each
 * sender anew.
 */
export function serveIpc(
  door: (incoming: IncomingCall) => Promise<Reply>,
  isTrusted: (event: IpcMainInvokeEvent) => boolean,
): void {
  ipcMain.removeAllListeners(foreignChannel);
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) =>
    door({ name, input, isTrusted: isTrusted(event) }),
  );
}
