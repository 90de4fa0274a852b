/** Child program that grabs keys of the desktop: Xlib terminates a process that loses its server. */
import { toWireError } from '../../base/errors.ts';
import { type HotkeyMessage, hotkeyQuestionSchema } from '../../contract/hotkeys.ts';
import { openParentPort } from '../../engine/threads/parent-port.ts';
import { X11Keys } from './x11-keys.ts';

// Key presses answer no calls, so this program has messages of its own.
const port = openParentPort();
const post = (message: HotkeyMessage): void => port.send(message);
let keys: X11Keys | null = null;

port.onMessage((raw) => {
  const { call, keys: wanted } = hotkeyQuestionSchema.parse(raw);
  try {
    keys ??= new X11Keys(null, (id, isDown) => post({ type: 'key', id, isDown }));
    post({ type: 'held', call, refused: keys.hold(wanted) });
  } catch (error) {
    post({ type: 'failed', call, error: toWireError(error) });
  }
});
port.onClose(() => process.exit());
