/** Address of the app's inspector, as requested by `--inspect`. */
export interface InspectRequest {
  readonly port: number;
  /** True when the app waits for a debugger before its first line. */
  readonly isBreak: boolean;
}

/** A command line of the Electron binary, taken apart. */
export interface ParsedArguments {
  /** The app's folder or file, or null when none was named. */
  readonly app: string | null;
  /** Modules to load before the app (`-r`). */
  readonly required: readonly string[];
  readonly inspect: InspectRequest | null;
  /** Value of `--remote-debugging-port`, or null. */
  readonly remoteDebuggingPort: number | null;
  /** Value of `--user-data-dir`, or null. */
  readonly userDataFolder: string | null;
  /** Switches for Chromium, as given. */
  readonly chromiumSwitches: readonly string[];
  readonly isVersionRequested: boolean;
}

const inspectPattern = /^--inspect(-brk)?(?:=(?:[^:]*:)?(\d+))?$/;
const defaultInspectPort = 9229;

/** Switches with the same meaning to Chromium at any position; others after the app belong to the app. */
const chromiumSwitchPattern =
  /^--(?:no-sandbox|disable-gpu|disable-gpu-sandbox|enable-unsafe-swiftshader|force-device-scale-factor|force-dark-mode|force-renderer-accessibility|lang|ozone-platform|ozone-platform-hint|use-fake-device-for-media-stream|use-fake-ui-for-media-stream|use-file-for-fake-audio-capture|use-file-for-fake-video-capture|auto-select-desktop-capture-source|enable-logging|v|log-file)(?:=|$)/;

/** Switches the runtime sets itself; a second value would take its place. */
const reservedPattern =
  /^--(?:app|remote-debugging-.*|user-data-dir|proxy-server|proxy-bypass-list|headless|no-startup-window|load-extension|help|temp-profile|debug)(?:=|$)/;

/**
 * Parses the arguments after the executable's name. In a packaged app the app is fixed: none of them names it,
 * and all belong to it. Throws on a bad number.
 */
export function parseArguments(
  args: readonly string[],
  options: { readonly isAppFixed: boolean } = { isAppFixed: false },
): ParsedArguments {
  const required: string[] = [];
  const chromiumSwitches: string[] = [];
  let app: string | null = null;
  let inspect: InspectRequest | null = null;
  let remoteDebuggingPort: number | null = null;
  let userDataFolder: string | null = null;
  let isVersionRequested = false;
  let isAppKnown = options.isAppFixed;

  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--') {
      break;
    }
    const inspectMatch = inspectPattern.exec(arg);
    if (!isAppKnown && (arg === '-r' || arg === '--require')) {
      index += 1;
      required.push(args[index] ?? '');
    } else if (inspectMatch !== null) {
      const port = toPort(inspectMatch[2] ?? String(defaultInspectPort), '--inspect');
      inspect = { port, isBreak: inspectMatch[1] !== undefined };
    } else if (arg.startsWith('--remote-debugging-port=')) {
      remoteDebuggingPort = toPort(readValue(arg), '--remote-debugging-port');
    } else if (arg.startsWith('--user-data-dir=')) {
      userDataFolder = readValue(arg);
    } else if (!isAppKnown && (arg === '--version' || arg === '-v')) {
      isVersionRequested = true;
    } else if (!isAppKnown && !arg.startsWith('-')) {
      app = arg;
      isAppKnown = true;
    } else if (isForChromium(arg, isAppKnown)) {
      chromiumSwitches.push(arg);
    }
  }
  return {
    app,
    required,
    inspect,
    remoteDebuggingPort,
    userDataFolder,
    chromiumSwitches,
    isVersionRequested,
  };
}

function isForChromium(arg: string, isAfterApp: boolean): boolean {
  if (!arg.startsWith('--') || reservedPattern.test(arg)) {
    return false;
  }
  return !isAfterApp || chromiumSwitchPattern.test(arg);
}

function readValue(arg: string): string {
  return arg.slice(arg.indexOf('=') + 1);
}

function toPort(text: string, name: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new RangeError(`${name} takes a port from 0 to 65535, not "${text}".`);
  }
  return port;
}
