/** What the icon in the tray shows. */
export interface ShownTray {
  readonly tooltip: string;
  readonly items: readonly {
    readonly id: string;
    readonly label: string;
    readonly isEnabled: boolean;
  }[];
}

/** How an icon gets into the tray of a desktop. */
export interface TrayBackend {
  /** Shows the icon, or with null none. */
  readonly show: (view: ShownTray | null) => void;
  readonly close: () => void;
}

/** Told what happens at the icon. */
export interface TrayListener {
  /** Whether this desktop shows icons at all; false until it is known. */
  readonly onAvailable: (isAvailable: boolean) => void;
  readonly onClick: () => void;
  readonly onSelect: (id: string) => void;
}
