import { accessSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ChromiumMissingError, requireChromium } from '../../runtime/chromium/find.ts';
import { findProgramProblem } from './display.ts';
import type { PipeWireServer } from './pipewire-server.ts';

/** Folders in which distributions install services of the session bus. */
const folders = ['/usr/libexec', '/usr/lib', '/usr/lib/xdg-desktop-portal'];

const services = ['xdg-permission-store', 'xdg-desktop-portal-gtk', 'xdg-desktop-portal'] as const;

/** Returns the reason why browsers cannot use PipeWire cameras on this machine; null when they can. */
export function findCameraPortalProblem(): string | null {
  const missing = services.filter((name) => findService(name) === null);
  return missing.length > 0
    ? `${missing.join(', ')} not installed`
    : (findProgramProblem(['dbus-send']) ?? findChromiumProblem());
}

function findChromiumProblem(): string | null {
  try {
    requireChromium();
    return null;
  } catch (error) {
    if (error instanceof ChromiumMissingError) {
      return error.message;
    }
    throw error;
  }
}

/**
 * Starts xdg-desktop-portal, which browsers ask for cameras, on the bus of a server, with the camera permission granted
 * in advance instead of in a dialog. Needs `DISPLAY` in the server's environment; ends with the server.
 */
export async function openCameraPortal(server: PipeWireServer): Promise<void> {
  for (const name of services) {
    // The portal selects its dialogs by the desktop; GNOME selects those of GTK.
    server.start('env', ['XDG_CURRENT_DESKTOP=gnome', findService(name) ?? name]);
    await untilOwned(server, busNames[name]);
  }
  const store = 'org.freedesktop.impl.portal.PermissionStore';
  await server.ask(
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${store}`,
    '/org/freedesktop/impl/portal/PermissionStore',
    `${store}.SetPermission`,
    'string:devices',
    'boolean:true',
    'string:camera',
    'string:', // Empty app id: programs outside a sandbox have none.
    'array:string:yes',
  );
}

const busNames: Readonly<Record<(typeof services)[number], string>> = {
  'xdg-permission-store': 'org.freedesktop.impl.portal.PermissionStore',
  'xdg-desktop-portal-gtk': 'org.freedesktop.impl.portal.desktop.gtk',
  'xdg-desktop-portal': 'org.freedesktop.portal.Desktop',
};

async function untilOwned(server: PipeWireServer, name: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const reply = await server.ask(
      'dbus-send',
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.NameHasOwner',
      `string:${name}`,
    );
    if (reply.includes('boolean true')) {
      return;
    }
    await pause(100); // The bus is starting.
  }
  throw new Error(`${name} did not come.`);
}

function findService(name: string): string | null {
  for (const folder of folders) {
    try {
      accessSync(`${folder}/${name}`);
      return `${folder}/${name}`;
    } catch {
      // The next folder may contain it.
    }
  }
  return null;
}
