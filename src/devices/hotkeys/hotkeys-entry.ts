/** Child program that grabs keys of the desktop: Xlib terminates a process that loses its server. */
import { toWireError } from '../../base/errors.ts';
import { type HotkeyMessage, hotkeyQuestionSchema } from '../../contract/hotkeys.ts';
import { openParentPort } from '../../engine/threads/parent-port.ts';
import { X11Keys } from './x11-keys.ts';

// Key presses answer no calls, so this program has messages of its own.
const port = openParentPort();
const say = (message: HotkeyMessage): void => port.send(message);
let keys: X11Keys | null = null;

port.onMessage((raw) => {
  const { call, keys: wanted } = hotkeyQuestionSchema.parse(raw);
  try {
    keys ??= new X11Keys(null, (id, isDown) => say({ type: 'key', id, isDown }));
    say({ type: 'held', call, refused: keys.hold(wanted) });
  } catch (error) {
    say({ type: 'failed', call, error: toWireError(error) });
  }
});
port.onGone(() => process.exit());
