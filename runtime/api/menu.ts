let isRemoved = false;

/** Electron's `Menu`: windows of this runtime have none, which is what an app may ask for. */
export const Menu = {
  setApplicationMenu(menu: unknown): void {
    if (menu !== null) {
      throw new Error(
        'Menu.setApplicationMenu takes only null on the Chromium runtime: there are no menus.',
      );
    }
    isRemoved = true;
  },

  getApplicationMenu(): null {
    return null;
  },
};

/**
 * Whether keys such as reload stay with the browser: as in Electron, they belong to the default menu
 * and go with it. Pages keep what they were opened with.
 */
export function hasMenuKeys(): boolean {
  return !isRemoved;
}
