/**
 * Reads the settings of OBS about its WebSocket server. They are never written: OBS overwrites them when it
 * exits, and they belong to the user. The password in them is not read; the user copies it.
 */
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Known settings of OBS's server. */
export interface ObsServerSettings {
  /** True when this user has run OBS before. */
  readonly isInstalled: boolean;
  /** Null when the settings do not say. */
  readonly isServerOn: boolean | null;
  readonly port: number | null;
}

/** The port of a server whose user changed nothing. */
export const DEFAULT_PORT = 4455;

const newSettingsSchema = z.object({ server_enabled: z.boolean(), server_port: z.int() });

/** The settings of the first of these folders that there is; see {@link settingsFolders}. */
export async function readObsSettings(folders: readonly string[]): Promise<ObsServerSettings> {
  const folder = folders.find((path) => existsSync(path));
  if (folder === undefined) {
    return { isInstalled: false, isServerOn: null, port: null };
  }
  const newer = newSettingsSchema.safeParse(
    parseJson(await readText(join(folder, 'plugin_config', 'obs-websocket', 'config.json'))),
  );
  if (newer.success) {
    const { server_enabled: isServerOn, server_port: port } = newer.data;
    return { isInstalled: true, isServerOn, port };
  }
  const section = readSection(await readText(join(folder, 'global.ini')), 'OBSWebSocket');
  const isServerOn = section.get('ServerEnabled');
  const port = Number(section.get('ServerPort') ?? Number.NaN);
  return {
    isInstalled: true,
    isServerOn: isServerOn === undefined ? null : isServerOn === 'true',
    port: Number.isInteger(port) ? port : null,
  };
}

/** Settings folders of OBS on this system: as a package and, on Linux, as a Flatpak. */
export function settingsFolders(
  platform: NodeJS.Platform,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  if (platform === 'win32') {
    return [join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'obs-studio')];
  }
  if (platform === 'darwin') {
    return [join(home, 'Library', 'Application Support', 'obs-studio')];
  }
  return [
    join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'obs-studio'),
    join(home, '.var', 'app', 'com.obsproject.Studio', 'config', 'obs-studio'),
  ];
}

async function readText(path: string): Promise<string> {
  // A missing file counts as empty, like an unreadable one.
  return readFile(path, 'utf8').catch(() => '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}

/** Keys and values of a section of an INI file. */
function readSection(text: string, name: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let isInside = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (line.startsWith('[')) {
      isInside = line.trim() === `[${name}]`;
    } else if (isInside && line.includes('=')) {
      const at = line.indexOf('=');
      values.set(line.slice(0, at).trim(), line.slice(at + 1).trim());
    }
  }
  return values;
}
