import type { ShownTray, TrayBackend, TrayListener } from './tray-backend.ts';

/** The part of Electron's `Tray` that is needed. */
export interface TrayIcon<Menu> {
  setToolTip(text: string): void;
  setContextMenu(menu: Menu | null): void;
  on(event: 'click', listener: () => void): unknown;
  destroy(): void;
}

/** Factories from Electron. */
export interface TrayMaker<Menu> {
  readonly makeIcon: () => TrayIcon<Menu>;
  readonly makeMenu: (
    lines: readonly { label: string; enabled: boolean; click: () => void }[],
  ) => Menu;
}

/** An icon in the tray by Electron, on systems that always have one. */
export function createElectronTray<Menu>(
  { makeIcon, makeMenu }: TrayMaker<Menu>,
  { onAvailable, onClick, onSelect }: TrayListener,
): TrayBackend {
  let icon: TrayIcon<Menu> | null = null;
  const open = (): TrayIcon<Menu> => {
    const made = makeIcon();
    made.on('click', onClick);
    return made;
  };
  const close = (): void => {
    icon?.destroy();
    icon = null;
  };
  onAvailable(true);
  return {
    show: (view: ShownTray | null) => {
      if (view === null) {
        close();
        return;
      }
      icon ??= open();
      icon.setToolTip(view.tooltip);
      icon.setContextMenu(
        makeMenu(
          view.items.map(({ id, label, isEnabled }) => ({
            label,
            enabled: isEnabled,
            click: () => onSelect(id),
          })),
        ),
      );
    },
    close,
  };
}
