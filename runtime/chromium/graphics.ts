import { existsSync } from 'node:fs';

/** Device files of graphics processors: those of the kernel, NVIDIA's, that of Windows beneath Linux, those of boards. */
const deviceFiles = ['/dev/dri', '/dev/nvidiactl', '/dev/dxg', '/dev/kgsl-3d0', '/dev/mali0'];

/** Switches that determine how pages are drawn; a given one takes precedence. */
const deciding =
  /^--(?:use-gl|use-angle|use-vulkan|disable-gpu|in-process-gpu|ignore-gpu-blocklist)(?:=|$)/;

/**
 * Chromium starts a GPU process, sees it fail without a GPU, and starts it again in software: the first frame
 * waits 85 ms for that. When no device exists, the result is set in advance; pages are drawn by the same code
 * as after the failure.
 */
export function listGraphicsFlags(
  switches: readonly string[],
  exists: (path: string) => boolean = existsSync,
): string[] {
  const isDecided = switches.some((flag) => deciding.test(flag));
  return isDecided || deviceFiles.some((path) => exists(path)) ? [] : ['--disable-gpu'];
}
