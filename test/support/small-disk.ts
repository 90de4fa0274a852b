import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Small separate file system, for tests of a full disk. */
export interface SmallDisk {
  readonly path: string;
  /** Fills all remaining space. */
  fill(): void;
  /** Frees the space that `fill` took. */
  free(): void;
  unmount(): void;
}

const piece = new Uint8Array(65_536);

/** Mounts a memory disk on an existing folder. Returns the reason instead when that is impossible. */
export function mountSmallDisk(path: string, sizeMb: number): SmallDisk | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'only root on Linux can mount a small disk';
  }
  const options = `size=${sizeMb}m,mode=700`;
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]);
  if (status !== 0) {
    return `a small disk cannot be mounted here: ${String(stderr).trim()}`;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount: () => {
      // Lazy, because a program that is ending may still have a file open.
      spawnSync('umount', ['--lazy', path]);
    },
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a', 0o600);
  try {
    for (let bytes = piece.length; bytes >= 1;) {
      try {
        writeSync(file, piece, 0, bytes);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) {
          throw error;
        }
        bytes = Math.floor(bytes / 16);
      }
    }
  } finally {
    closeSync(file);
  }
}
