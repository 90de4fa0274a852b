import { AppError, fromWireError } from '../../base/errors.ts';
import {
  type GrabbedKey,
  type HotkeyMessage,
  hotkeyMessageSchema,
} from '../../contract/hotkeys.ts';
import type { HotkeyBackend, OnHotkey } from './hotkey-backend.ts';

/** The process that holds the keys, as it was started. */
export interface HotkeyProcess {
  readonly send: (message: object) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly onExit: (listener: () => void) => void;
  readonly kill: () => void;
}

/** Longer than any start of a process on a busy machine. */
const HOLD_MS = 15_000;

/** Global keys of an X display in a separate process, which runs only while keys are grabbed. */
export class X11HotkeysHost implements HotkeyBackend {
  readonly hasRelease = true;
  readonly #start: () => HotkeyProcess;
  readonly #onKey: OnHotkey;
  #child: HotkeyProcess | null = null;
  #call = 0;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly string[]>>();
  readonly #pressed = new Set<string>();

  constructor(start: () => HotkeyProcess, onKey: OnHotkey) {
    this.#start = start;
    this.#onKey = onKey;
  }

  hold = async (keys: readonly GrabbedKey[]): Promise<readonly string[]> => {
    if (keys.length === 0) {
      this.#end();
      return [];
    }
    this.#child ??= this.#open();
    this.#call += 1;
    const call = this.#call;
    const answer = Promise.withResolvers<readonly string[]>();
    this.#waiting.set(call, answer);
    const late = setTimeout(() => this.#end(), HOLD_MS);
    try {
      this.#child.send({ call, keys });
      return await answer.promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(call);
    }
  };

  close = async (): Promise<void> => this.#end();

  #open(): HotkeyProcess {
    const child = this.#start();
    child.onMessage((raw) => {
      const message = hotkeyMessageSchema.safeParse(raw);
      if (child !== this.#child) {
        return;
      }
      if (message.success) {
        this.#receive(message.data);
      } else {
        this.#end();
      }
    });
    child.onExit(() => {
      if (child === this.#child) {
        this.#end();
      }
    });
    return child;
  }

  #receive(message: HotkeyMessage): void {
    if (message.type === 'key') {
      this.#press(message.id, message.isDown);
    } else if (message.type === 'held') {
      this.#waiting.get(message.call)?.resolve(message.refused);
    } else {
      this.#waiting.get(message.call)?.reject(fromWireError(message.error));
    }
  }

  #press(id: string, isDown: boolean): void {
    if (isDown) {
      this.#pressed.add(id);
    } else {
      this.#pressed.delete(id);
    }
    this.#onKey(id, isDown);
  }

  /** Ends the process and releases keys that are held down, which must not outlast it. */
  #end(): void {
    const child = this.#child;
    this.#child = null;
    child?.kill();
    for (const id of this.#pressed) {
      this.#press(id, false);
    }
    for (const { reject } of this.#waiting.values()) {
      reject(new AppError('capability_unavailable', 'The process that holds keys ended.'));
    }
  }
}
