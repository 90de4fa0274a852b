import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readObsSettings, settingsFolders } from './obs-settings.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'guise-obs-settings-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const nothing = { isInstalled: false, isServerOn: null, port: null };

it('knows where no OBS ever ran', async () => {
  expect(await read()).toEqual(nothing);
});

it('reads the settings of OBS 28 to 30', async () => {
  write(
    '.config/obs-studio/global.ini',
    '\uFEFF[General]\nServerPort=1\n\n[OBSWebSocket]\r\nServerEnabled=false\r\nServerPort=4466\r\nServerPassword=a=b\r\n[Other]\nServerEnabled=true\n',
  );
  expect(await read()).toEqual({ isInstalled: true, isServerOn: false, port: 4466 });
});

it('prefers the settings of later versions, which leave the old ones behind', async () => {
  write('.config/obs-studio/global.ini', '[OBSWebSocket]\nServerEnabled=false\nServerPort=1\n');
  write(
    '.config/obs-studio/plugin_config/obs-websocket/config.json',
    '{"server_enabled":true,"server_port":4477,"server_password":"x"}',
  );
  expect(await read()).toEqual({ isInstalled: true, isServerOn: true, port: 4477 });
});

it('finds OBS as a Flatpak', async () => {
  write('.var/app/com.obsproject.Studio/config/obs-studio/global.ini', '');
  expect(await read()).toEqual({ isInstalled: true, isServerOn: null, port: null });
});

it('takes settings that cannot be read for ones that say nothing', async () => {
  write('.config/obs-studio/plugin_config/obs-websocket/config.json', '{"server_enabled":');
  expect(await read()).toEqual({ isInstalled: true, isServerOn: null, port: null });
});

it('knows the folders of other systems', () => {
  expect(settingsFolders('win32', 'C:\\Users\\a', { APPDATA: 'C:\\Data' })).toEqual([
    join('C:\\Data', 'obs-studio'),
  ]);
  expect(settingsFolders('darwin', '/Users/a', {})).toEqual([
    '/Users/a/Library/Application Support/obs-studio',
  ]);
});

function read(): ReturnType<typeof readObsSettings> {
  return readObsSettings(settingsFolders('linux', home, {}));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
}
