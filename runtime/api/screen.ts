import { EventEmitter } from 'node:events';
import type { CdpSession } from '../cdp/connection.ts';
import type { ScreenInfo } from '../cdp/protocol.ts';
import type { Rectangle } from '../page/window-frame.ts';
import { guardInstances } from './class-guard.ts';

/** A monitor, in device-independent pixels. */
export interface Display {
  readonly id: number;
  readonly label: string;
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
  readonly size: { readonly width: number; readonly height: number };
  readonly workAreaSize: { readonly width: number; readonly height: number };
  readonly scaleFactor: number;
  readonly rotation: number;
  readonly internal: boolean;
}

let displays: readonly Display[] = [];
let primaryIndex = 0;

/** Electron's `screen`, as it was when the app became ready or last opened a window. */
export class Screen extends EventEmitter {
  getAllDisplays(): Display[] {
    return [...requireDisplays()];
  }

  getPrimaryDisplay(): Display {
    const all = requireDisplays();
    const primary = all[primaryIndex] ?? all[0];
    if (primary === undefined) {
      throw new Error('There is no display.');
    }
    return primary;
  }

  getDisplayMatching(area: Rectangle): Display {
    return this.#best((display) => overlap(display.bounds, area));
  }

  getDisplayNearestPoint(point: { readonly x: number; readonly y: number }): Display {
    return this.#best((display) => -measureDistance(display.bounds, point));
  }

  #best(score: (display: Display) => number): Display {
    let best = this.getPrimaryDisplay();
    for (const display of requireDisplays()) {
      if (score(display) > score(best)) {
        best = display;
      }
    }
    return best;
  }
}

guardInstances('screen', Screen);

/** See Electron's documentation. */
export const screen = new Screen();

/** Asks the browser for the monitors. */
export async function readScreens(browser: CdpSession): Promise<void> {
  const { screenInfos } = await browser.send('Emulation.getScreenInfos', {});
  displays = screenInfos.map(toDisplay);
  primaryIndex = Math.max(
    0,
    screenInfos.findIndex(({ isPrimary }) => isPrimary),
  );
}

function requireDisplays(): readonly Display[] {
  if (displays.length === 0) {
    throw new Error("The 'screen' module can't be used before the app 'ready' event");
  }
  return displays;
}

function toDisplay(info: ScreenInfo): Display {
  const bounds = { x: info.left, y: info.top, width: info.width, height: info.height };
  const workArea = {
    x: info.availLeft,
    y: info.availTop,
    width: info.availWidth,
    height: info.availHeight,
  };
  return {
    id: Number(info.id),
    label: info.label,
    bounds,
    workArea,
    size: { width: info.width, height: info.height },
    workAreaSize: { width: info.availWidth, height: info.availHeight },
    scaleFactor: info.devicePixelRatio,
    rotation: info.orientation.angle,
    internal: info.isInternal,
  };
}

function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}

function measureDistance(
  area: Rectangle,
  point: { readonly x: number; readonly y: number },
): number {
  const x = Math.max(area.x - point.x, 0, point.x - (area.x + area.width));
  const y = Math.max(area.y - point.y, 0, point.y - (area.y + area.height));
  return Math.hypot(x, y);
}
