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
 * Returns whether keys such as reload are left to the browser: as in Electron, they belong to the default menu and
 * disappear with it. Open pages keep their setting.
 */
export function hasMenuKeys(): boolean {
  return !isRemoved;
}
