import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A device of v4l2loopback. */
export interface FoundDevice {
  /** Path such as `/dev/video10`. */
  readonly path: string;
  /** Name in the lists of programs. */
  readonly label: string;
}

/** Folders of the device descriptions and of the device files. */
export interface DeviceFolders {
  readonly sys: string;
  readonly dev: string;
}

/** The folders of this system. */
export const systemFolders: DeviceFolders = { sys: '/sys', dev: '/dev' };

/** Name of the device that OBS feeds itself. */
const OBS_LABEL = 'OBS Virtual Camera';

/**
 * Attribute that only v4l2loopback devices have; a webcam, which would be woken, is never opened to find out.
 */
const OWN_ATTRIBUTE = 'max_openers';

/**
 * The devices of v4l2loopback that frames may be written to, best first: those named `label` alone, else all that are
 * not of OBS. `areAllOfObs`: OBS has them all. No rights are needed for it.
 */
export function listLoopbackDevices(
  label: string,
  { sys, dev }: DeviceFolders,
): { devices: FoundDevice[]; areAllOfObs: boolean } {
  const root = join(sys, 'class', 'video4linux');
  const found = listFolder(root)
    .filter((name) => /^video\d+$/.test(name) && existsSync(join(root, name, OWN_ATTRIBUTE)))
    .toSorted((a, b) => toNumber(a) - toNumber(b))
    .flatMap((name) => {
      const read = readLine(join(root, name, 'name'));
      return read === null ? [] : [{ path: join(dev, name), label: read }];
    });
  const named = found.filter((device) => device.label === label);
  const free = found.filter((device) => device.label !== OBS_LABEL);
  return {
    devices: named.length > 0 ? named : free,
    areAllOfObs: found.length > 0 && free.length === 0,
  };
}

function toNumber(name: string): number {
  return Number(name.slice('video'.length));
}

/** Empty without such a folder: no device of the kind exists. */
function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** Null for an unreadable file: the device was removed meanwhile. */
function readLine(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch {
    return null;
  }
}
