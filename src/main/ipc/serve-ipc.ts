import { type IpcMainInvokeEvent, ipcMain } from 'electron/main';
import { callChannel, fileChannel } from '../../contract/ipc/channels.ts';
import type { Reply } from '../../contract/ipc/kit.ts';
import type { IncomingCall } from './dispatcher.ts';

/** electron-store opens it for pages that keep settings themselves; ours does not. */
const foreignChannel = 'electron-store-get-data';

/**
 * Registers handlers on the two channels into main: calls, and the paths of chosen files, which only the
 * preload script sends. `isTrusted` checks the sender of every message.
 */
export function serveIpc(
  { calls, files }: Readonly<Record<'calls' | 'files', (incoming: IncomingCall) => Promise<Reply>>>,
  isTrusted: (event: IpcMainInvokeEvent) => boolean,
): void {
  ipcMain.removeAllListeners(foreignChannel);
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown) =>
    calls({ name, input, isTrusted: isTrusted(event) }),
  );
  ipcMain.handle(fileChannel, (event, path: unknown) =>
    files({ name: 'add', input: { path }, isTrusted: isTrusted(event) }),
  );
}
