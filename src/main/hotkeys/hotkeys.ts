import { AppError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { Hotkey } from '../../contract/hotkeys.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { HotkeyView } from '../../contract/ipc/hotkeys.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { HotkeyBackend, OnHotkey } from './hotkey-backend.ts';

/** Dependencies of {@link Hotkeys}. */
export interface HotkeyDependencies {
  /** Creates the backend, or returns the reason why this desktop has none. */
  readonly openBackend: (onKey: OnHotkey) => HotkeyBackend | NonNullable<HotkeyView['missing']>;
  readonly run: (action: LiveAction) => Promise<void>;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
}

/** Global hotkeys. They are grabbed from other programs only while the output is live. */
export class Hotkeys {
  readonly calls: AreaHandlers<'hotkeys'>;
  readonly #dependencies: HotkeyDependencies;
  readonly #backend: HotkeyBackend | null;
  #keys: readonly Hotkey[] = [];
  #isWanted = false;
  #view: HotkeyView;
  /** Actions for the release of pressed keys, even if a key was reassigned meanwhile. */
  readonly #releases = new Map<string, LiveAction>();
  /** Serialises changes of the grabbed keys. */
  readonly #queue = new SerialQueue();

  constructor(dependencies: HotkeyDependencies) {
    this.#dependencies = dependencies;
    const opened = dependencies.openBackend((id, isDown) => this.#press(id, isDown));
    this.#backend = typeof opened === 'string' ? null : opened;
    this.#view = {
      missing: typeof opened === 'string' ? opened : null,
      hasRelease: this.#backend?.hasRelease ?? true,
      refused: [],
    };
    this.calls = {
      'hotkeys.use': async ({ keys }) => {
        this.#keys = keys;
        await this.#enqueue(() => this.#apply());
        return this.#view;
      },
      'hotkeys.check': async () => {
        await this.#enqueue(async () => {
          await this.#hold(this.#keys);
          await this.#apply();
        });
        return this.#view;
      },
    };
  }

  /** Sets whether there is an output that the keys control. */
  want(isWanted: boolean): void {
    if (isWanted !== this.#isWanted) {
      this.#isWanted = isWanted;
      void this.#enqueue(() => this.#apply());
    }
  }

  async stop(): Promise<void> {
    await this.#queue.idle();
    await this.#backend?.close();
  }

  async #apply(): Promise<void> {
    if (this.#isWanted) {
      await this.#hold(this.#keys);
    } else {
      await this.#backend?.hold([]);
    }
  }

  async #hold(keys: readonly Hotkey[]): Promise<void> {
    if (this.#backend === null) {
      return;
    }
    try {
      this.#show({
        missing: null,
        refused: [
          ...(await this.#backend.hold(keys.map(({ id, accelerator }) => ({ id, accelerator })))),
        ],
      });
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      this.#dependencies.log('warn', 'hotkeys.not_held', { error });
      this.#show({ missing: 'library', refused: [] });
    }
  }

  #show(change: Partial<HotkeyView>): void {
    this.#view = { ...this.#view, ...change };
    this.#dependencies.emit('hotkeys.changed', this.#view);
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    return this.#queue.run(work).catch((error: unknown) => {
      this.#dependencies.log('error', 'hotkeys.failed', { error });
    });
  }

  #press(id: string, isDown: boolean): void {
    const wish = isDown ? this.#findPress(id) : this.#takeRelease(id);
    if (wish !== null) {
      this.#dependencies.run(wish).catch((error: unknown) => {
        this.#dependencies.log('info', 'hotkeys.refused', { id, error });
      });
    }
  }

  #findPress(id: string): LiveAction | null {
    const key = this.#keys.find((one) => one.id === id);
    if (key === undefined) {
      return null;
    }
    if (!this.#view.hasRelease) {
      return key.toggle ?? key.press;
    }
    if (key.release !== null) {
      this.#releases.set(id, key.release);
    }
    return key.press;
  }

  /** Returns the release action of a started press, even if the key was ungrabbed meanwhile. */
  #takeRelease(id: string): LiveAction | null {
    const release = this.#releases.get(id) ?? null;
    this.#releases.delete(id);
    return release;
  }
}
