/** Content of the tray icon. */
export interface ShownTray {
  readonly tooltip: string;
  readonly items: readonly {
    readonly id: string;
    readonly label: string;
    readonly isEnabled: boolean;
  }[];
}

/** Backend of a tray icon. */
export interface TrayBackend {
  /** Shows the icon, or with null none. */
  readonly show: (view: ShownTray | null) => void;
  readonly close: () => void;
}

/** Receives the events of the icon. */
export interface TrayListener {
  /** Reports whether this desktop shows icons; false until it is known. */
  readonly onAvailable: (isAvailable: boolean) => void;
  readonly onClick: () => void;
  readonly onSelect: (id: string) => void;
}
