/** Electron's `Menu`: windows of this runtime have none, which is what an app may ask for. */
export const Menu = {
  setApplicationMenu(menu: unknown): void {
    if (menu !== null) {
      throw new Error(
        'Menu.setApplicationMenu takes only null on the Chromium runtime: there are no menus.',
      );
    }
  },

  getApplicationMenu(): null {
    return null;
  },
};
