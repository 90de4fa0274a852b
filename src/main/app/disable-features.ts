/** Used part of `app.commandLine`. */
interface Switches {
  getSwitchValue(name: string): string;
  appendSwitch(name: string, value: string): void;
}

const unwanted = [
  // This feature hides local addresses of WebRTC, but announces itself to the local network for that.
  'WebRtcHideLocalIpsWithMdns',
];

/** Turns features of Chromium off beside those that are off already. Has to run before the app is ready. */
export function disableFeatures(line: Switches): void {
  const before = line.getSwitchValue('disable-features').split(',');
  const features = new Set([...before, ...unwanted].filter((name) => name !== ''));
  line.appendSwitch('disable-features', [...features].join());
}
