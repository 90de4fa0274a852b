import { loadLibrary } from '../native/load-library.ts';

/** Masks of modifiers, from `X11/X.h`; Alt is Mod1, Num Lock Mod2 and Super Mod4 on every usual desktop. */
export const masks = { shift: 1, lock: 2, control: 4, alt: 8, numLock: 16, super: 64 };

/** Types of events, from `X11/X.h`. */
export const events = { keyPress: 2, keyRelease: 3, mappingNotify: 34 };

/** The used fields of a key event. */
export interface KeyEvent {
  readonly type: number;
  readonly keycode: number;
  readonly state: number;
}

const EVENT_BYTES = 192;
/** Offsets in `XKeyEvent` of a 64-bit system. */
const STATE_AT = 80;
const KEYCODE_AT = 84;
const GRAB_ASYNC = 1;

/** The functions of libX11 that take keys; `XGrabKey(3)` and its neighbours say more. */
export function openLibX11() {
  const { koffi, func } = loadLibrary('libX11.so.6');
  const openDisplay = func('void* XOpenDisplay(const char*)');
  const rootOf = func('unsigned long XDefaultRootWindow(void*)');
  const sync = func('int XSync(void*, int)');
  const grab = func('int XGrabKey(void*, int, unsigned int, unsigned long, int, int, int)');
  const ungrab = func('int XUngrabKey(void*, int, unsigned int, unsigned long)');
  const toKeysym = func('unsigned long XStringToKeysym(const char*)');
  const toKeycode = func('unsigned char XKeysymToKeycode(void*, unsigned long)');
  const pending = func('int XPending(void*)');
  const nextEvent = func('int XNextEvent(void*, void*)');
  const refresh = func('int XRefreshKeyboardMapping(void*)');
  const setRepeat = func('int XkbSetDetectableAutoRepeat(void*, int, void*)');
  const errorProto = koffi.proto('int (void*, void*)');
  let errorCount = 0;
  // Errors come with the next reply of the server; Xlib's own handler would end this process.
  func('void* XSetErrorHandler(void*)')(
    koffi.register(() => {
      errorCount += 1;
      return 0;
    }, koffi.pointer(errorProto)),
  );
  const event = Buffer.alloc(EVENT_BYTES);

  return {
    /** Null where there is no such display. */
    openDisplay: (name: string | null): unknown => {
      const display = openDisplay(name);
      if (display !== null) {
        setRepeat(display, 1, null);
      }
      return display;
    },
    /** Keycode of a key by its keysym name; 0 when this keyboard has none. */
    findKeycode: (display: unknown, sign: string): number =>
      Number(toKeycode(display, toKeysym(sign))),
    /** False where another program has it. */
    grabKey: (display: unknown, keycode: number, mask: number): boolean => {
      const before = errorCount;
      grab(display, keycode, mask, rootOf(display), 0, GRAB_ASYNC, GRAB_ASYNC);
      sync(display, 0);
      return errorCount === before;
    },
    ungrabKey: (display: unknown, keycode: number, mask: number): void => {
      ungrab(display, keycode, mask, rootOf(display));
      sync(display, 0);
    },
    /** Next event, without blocking; null when there is none. */
    readEvent: (display: unknown): KeyEvent | null => {
      if (Number(pending(display)) === 0) {
        return null;
      }
      nextEvent(display, event);
      const type = event.readInt32LE(0);
      if (type === events.mappingNotify) {
        refresh(event);
      }
      return {
        type,
        state: event.readUInt32LE(STATE_AT),
        keycode: event.readUInt32LE(KEYCODE_AT),
      };
    },
  };
}
