import { expect, it } from 'vitest';
import { listBrowserFlags } from '../../../runtime/chromium/flags.ts';
import { disableFeatures } from './disable-features.ts';

/** Switches as Electron keeps them: the last one of a name counts. */
function createLine(values: Readonly<Record<string, string>>) {
  const switches = new Map(Object.entries(values));
  return {
    switches,
    getSwitchValue: (name: string) => switches.get(name) ?? '',
    appendSwitch: (name: string, value: string) => void switches.set(name, value),
  };
}

it('turns announcements in the local network off, and keeps other features off', () => {
  const line = createLine({ 'disable-features': 'Translate' });
  disableFeatures(line);
  expect(line.switches.get('disable-features')).toBe('Translate,WebRtcHideLocalIpsWithMdns');
  const empty = createLine({});
  disableFeatures(empty);
  expect(empty.switches.get('disable-features')).toBe('WebRtcHideLocalIpsWithMdns');
});

it('gives the browser of the runtime one list, with its own features and those of the app', () => {
  const flags = listBrowserFlags({
    profileFolder: '/profile',
    windowClass: 'guise',
    isDevelopment: false,
    debuggingPort: null,
    extra: ['--disable-features=WebRtcHideLocalIpsWithMdns'],
  });
  const lists = flags.filter((flag) => flag.startsWith('--disable-features='));
  expect(lists).toHaveLength(1);
  expect(lists[0]?.split(/[=,]/)).toEqual(
    expect.arrayContaining(['Translate', 'MediaRouter', 'WebRtcHideLocalIpsWithMdns']),
  );
});
