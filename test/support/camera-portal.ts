import { accessSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ChromiumMissingError, findChromium } from '../../runtime/chromium/find.ts';
import { whyNoPrograms } from './display.ts';
import type { PipeWireServer } from './pipewire-server.ts';

/** Where distributions keep the programs that a session bus starts. */
const folders = ['/usr/libexec', '/usr/lib', '/usr/lib/xdg-desktop-portal'];

const services = ['xdg-permission-store', 'xdg-desktop-portal-gtk', 'xdg-desktop-portal'] as const;

/** Why browsers cannot be given PipeWire cameras here; null where they can. */
export function whyNoCameraPortal(): string | null {
  const missing = services.filter((name) => findService(name) === null);
  return missing.length > 0
    ? `${missing.join(', ')} not installed`
    : (whyNoPrograms(['dbus-send']) ?? whyNoChromium());
}

function whyNoChromium(): string | null {
  try {
    findChromium();
    return null;
  } catch (error) {
    if (error instanceof ChromiumMissingError) {
      return error.message;
    }
    throw error;
  }
}

/**
 * Starts what a browser asks for cameras (xdg-desktop-portal) on the bus of a server, with the permission already given that
 * a person gives in a dialog. Needs `DISPLAY` before the server was opened; ends with the server.
 */
export async function openCameraPortal(server: PipeWireServer): Promise<void> {
  for (const name of services) {
    // The portal chooses its dialogs by the desktop; those of GTK belong to this one.
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
    'string:', // The app without a name: no sandbox told the portal one.
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
    await pause(100); // It is starting.
  }
  throw new Error(`${name} did not come.`);
}

function findService(name: string): string | null {
  for (const folder of folders) {
    try {
      accessSync(`${folder}/${name}`);
      return `${folder}/${name}`;
    } catch {
      // Perhaps in the next one.
    }
  }
  return null;
}
