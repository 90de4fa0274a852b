import { listGraphicsFlags } from './graphics.ts';

/** Inputs for the switches of the browser process. */
export interface FlagOptions {
  readonly profileFolder: string;
  /** Window class, for the desktop's StartupWMClass. */
  readonly windowClass: string;
  /** True when pages come from a development server on this machine. */
  readonly isDevelopment: boolean;
  /** Port for test tools, or null: then nothing listens. */
  readonly debuggingPort: number | null;
  /** Switches of the command line and of `app.commandLine`. */
  readonly extra: readonly string[];
}

const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-client-side-phishing-detection',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-breakpad',
  '--disable-extensions',
  '--disable-search-engine-choice-screen',
  '--disable-session-crashed-bubble',
  '--hide-crash-restore-bubble',
  '--no-service-autorun',
  '--metrics-recording-only',
  '--password-store=basic',
  '--disable-features=Translate,MediaRouter,OptimizationHints,AutofillServerCommunication,GlobalMediaControls,HardwareMediaKeyHandling',
];

const likeElectron = [
  '--no-startup-window',
  '--block-new-web-contents',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  // Without a GPU there would be no WebGL at all.
  '--enable-unsafe-swiftshader',
  // A spare process for pages of another site, which are never opened: it started beside ours, and held 16 MB.
  '--disable-features=SpareRendererForSitePerProcess',
];

/**
 * A proxy that never answers: Chromium's own services are contacted in spite of all switches above, and this
 * way none of them gets out. Pages of the app are answered before the proxy is used. This computer stays
 * direct, by its address only, for sockets that an app serves itself; with a development server by its names as
 * well.
 */
function deadProxy(isDevelopment: boolean): string[] {
  const proxy = '--proxy-server=http://127.0.0.1:9';
  return isDevelopment ? [proxy] : [proxy, '--proxy-bypass-list=<-loopback>;127.0.0.1'];
}

/** Chromium refuses its sandbox to root; `--test-type` hides the warning bar. */
function listRootFlags(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : [];
}

/** Switches of the browser process, and of every later start that hands a window to it. */
export function listBrowserFlags(options: FlagOptions): string[] {
  const port =
    options.debuggingPort === null ? [] : [`--remote-debugging-port=${options.debuggingPort}`];
  return mergeFeatures([
    '--remote-debugging-pipe=cbor',
    `--user-data-dir=${options.profileFolder}`,
    `--class=${options.windowClass}`,
    ...quiet,
    ...likeElectron,
    ...deadProxy(options.isDevelopment),
    ...port,
    ...listGraphicsFlags(options.extra),
    ...new Set([...listRootFlags(), ...options.extra]),
  ]);
}

/** Merges lists of disabled features: Chromium uses only the last one. */
function mergeFeatures(flags: readonly string[]): string[] {
  const prefix = '--disable-features=';
  const lists = flags.filter((flag) => flag.startsWith(prefix));
  const features = new Set(lists.flatMap((flag) => flag.slice(prefix.length).split(',')));
  return [...flags.filter((flag) => !lists.includes(flag)), `${prefix}${[...features].join()}`];
}

/** Switches that ask the running browser for one more app window. */
export function listWindowFlags(options: FlagOptions, url: string): string[] {
  const { profileFolder, windowClass, extra } = options;
  return [
    `--user-data-dir=${profileFolder}`,
    `--class=${windowClass}`,
    `--app=${url}`,
    '--no-first-run',
    // The sandbox has to be the same in both, or the second does not find the first.
    ...new Set([...listRootFlags(), ...extra.filter((flag) => flag === '--no-sandbox')]),
  ];
}
