import { nativeImage } from 'electron/common';
import { Menu, Tray } from 'electron/main';
import type { TrayMaker } from './electron-tray.ts';

/** Side of the icon, in pixels at scale 1. */
const sizePx = 16;

/** Makes the icon with Electron; the runtime on Chromium has none of these. */
export function createTrayMaker(iconPath: string): TrayMaker<Menu> {
  return {
    makeIcon: () =>
      new Tray(nativeImage.createFromPath(iconPath).resize({ width: sizePx, height: sizePx })),
    makeMenu: (lines) => Menu.buildFromTemplate([...lines]),
  };
}
