import { AppError } from '../../base/errors.ts';
import { type KeyStroke, parseAccelerator } from '../../contract/accelerator.ts';
import type { GrabbedKey } from '../../contract/hotkeys.ts';
import { events, type KeyEvent, masks, openLibX11 } from './libx11.ts';

/** Poll interval of the events: an unnoticeable delay, at no measurable cost. */
const READ_MS = 8;

/** Caps Lock and Num Lock are modifiers like others: a key is taken with each of their combinations. */
const lockMasks = [0, masks.lock, masks.numLock, masks.lock | masks.numLock];

/** Names of keysyms where they differ from ours. */
const keysyms: Readonly<Record<string, string>> = {
  Space: 'space',
  PageUp: 'Prior',
  PageDown: 'Next',
};

const modifierMasks = {
  CommandOrControl: masks.control,
  Alt: masks.alt,
  Shift: masks.shift,
  Super: masks.super,
};

interface Grab {
  readonly id: string;
  readonly keycode: number;
  readonly mask: number;
}

/** Keys of an X display, taken from all other programs. */
export class X11Keys {
  readonly #x11 = openLibX11();
  readonly #display: unknown;
  readonly #onKey: (id: string, isDown: boolean) => void;
  #wanted: readonly GrabbedKey[] = [];
  #grabs: readonly Grab[] = [];
  readonly #pressed = new Set<Grab>();
  #timer: NodeJS.Timeout | null = null;

  /** Throws `capability_unavailable` where there is no libX11 or no display; null is the one of the environment. */
  constructor(name: string | null, onKey: (id: string, isDown: boolean) => void) {
    this.#onKey = onKey;
    this.#display = this.#x11.openDisplay(name);
    if (this.#display === null) {
      throw new AppError('capability_unavailable', 'There is no X display.');
    }
  }

  /** Holds these keys and no others; answers the ids of those that another program has. */
  hold(keys: readonly GrabbedKey[]): string[] {
    this.#release();
    this.#wanted = keys;
    const refused: string[] = [];
    const grabs: Grab[] = [];
    for (const { id, accelerator } of keys) {
      const grab = this.#grab(id, parseAccelerator(accelerator));
      if (grab === null) {
        refused.push(id);
      } else {
        grabs.push(grab);
      }
    }
    this.#grabs = grabs;
    if (grabs.length > 0) {
      this.#timer = setInterval(() => this.#read(), READ_MS);
    }
    return refused;
  }

  #grab(id: string, stroke: KeyStroke | null): Grab | null {
    const keycode =
      stroke === null ? 0 : this.#x11.findKeycode(this.#display, toKeysym(stroke.key));
    if (stroke === null || keycode === 0) {
      return null;
    }
    const mask = [...stroke.modifiers].reduce((sum, name) => sum | modifierMasks[name], 0);
    const grabbed = lockMasks.filter((lock) =>
      this.#x11.grabKey(this.#display, keycode, mask | lock),
    );
    if (grabbed.length === lockMasks.length) {
      return { id, keycode, mask };
    }
    for (const lock of grabbed) {
      this.#x11.ungrabKey(this.#display, keycode, mask | lock);
    }
    return null;
  }

  #release(): void {
    if (this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    for (const { keycode, mask } of this.#grabs) {
      for (const lock of lockMasks) {
        this.#x11.ungrabKey(this.#display, keycode, mask | lock);
      }
    }
    this.#grabs = [];
    for (const { id } of this.#pressed) {
      this.#onKey(id, false); // Its release would no longer be reported.
    }
    this.#pressed.clear();
  }

  #read(): void {
    for (
      let event = this.#x11.readEvent(this.#display);
      event !== null;
      event = this.#x11.readEvent(this.#display)
    ) {
      if (event.type === events.mappingNotify) {
        this.hold(this.#wanted); // Another keyboard has its keys elsewhere.
        return;
      }
      this.#receive(event);
    }
  }

  #receive({ type, keycode, state }: KeyEvent): void {
    if (type === events.keyRelease) {
      // The modifiers may have been released before.
      for (const grab of this.#pressed) {
        if (grab.keycode === keycode) {
          this.#pressed.delete(grab);
          this.#onKey(grab.id, false);
        }
      }
    } else if (type === events.keyPress) {
      const relevant = state & ~(masks.lock | masks.numLock) & 0xff;
      const grab = this.#grabs.find((one) => one.keycode === keycode && one.mask === relevant);
      if (grab !== undefined && !this.#pressed.has(grab)) {
        this.#pressed.add(grab);
        this.#onKey(grab.id, true);
      }
    }
  }
}

function toKeysym(key: string): string {
  return keysyms[key] ?? (/^[A-Z]$/.test(key) ? key.toLowerCase() : key);
}
