import type { Ipc } from '../../contract/ipc/contract.ts';
import type { TrayView } from '../../contract/ipc/desktop.ts';
import type { LiveAction } from '../../contract/live-action.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { TrayBackend, TrayListener } from './tray-backend.ts';

/** Dependencies of {@link Desktop}. */
export interface DesktopDependencies {
  /** Null where there is no tray that is known. */
  readonly openTray: (listener: TrayListener) => TrayBackend | null;
  /** Fraction of the work that is done, in the taskbar; null for none. */
  readonly showProgress: (fraction: number | null) => void;
  readonly focusWindow: () => void;
  readonly quit: () => void;
  readonly run: (action: LiveAction) => Promise<void>;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
}

/** Desktop integration outside of the window: tray icon and taskbar progress. */
export class Desktop {
  readonly calls: AreaHandlers<'desktop'>;
  readonly #dependencies: DesktopDependencies;
  readonly #tray: TrayBackend | null;
  #items: TrayView['items'] = [];
  #hasTray = false;

  constructor(dependencies: DesktopDependencies) {
    this.#dependencies = dependencies;
    this.#tray = dependencies.openTray({
      onAvailable: (hasTray) => {
        this.#hasTray = hasTray;
        dependencies.emit('desktop.tray_changed', { hasTray });
      },
      onClick: dependencies.focusWindow,
      onSelect: (id) => this.#select(id),
    });
    this.calls = {
      'desktop.use_tray': async ({ view }) => {
        this.#items = view?.items ?? [];
        this.#tray?.show(view);
        return { hasTray: this.#hasTray };
      },
      'desktop.show_progress': async ({ fraction }) => {
        dependencies.showProgress(fraction);
        return null;
      },
    };
  }

  /** Removes the icon because the page is gone, which would carry out its actions. */
  pageLeft(): void {
    this.#tray?.show(null);
  }

  async stop(): Promise<void> {
    this.#tray?.close();
  }

  #select(id: string): void {
    const { focusWindow, quit, run, emit, log } = this.#dependencies;
    const press = this.#items.find((item) => item.id === id)?.press ?? null;
    if (id === 'window') {
      focusWindow();
    } else if (id === 'quit') {
      quit();
    } else if (press === null) {
      emit('desktop.tray_pressed', { id });
    } else {
      run(press).catch((error: unknown) => log('info', 'tray.refused', { id, error }));
    }
  }
}
