import type * as z from 'zod';
import type { StoredJsonFile } from '../files/stored-file.ts';
import type { capturesFileSchema } from './captures-file.ts';
import type { OnAir } from './on-air.ts';

/** Most recordings and snapshots of which is kept who is in them. */
const maxCaptured = 2_000;

/** Index of the persons in recordings and snapshots, so that these are deleted with a person. */
export interface CapturedPersons {
  /**
   * Records everyone who is on air from now until `end`, or was in the last `pastSeconds`, as being in the
   * file.
   */
  readonly begin: (path: string, pastSeconds?: number) => void;
  readonly end: (path: string) => void;
  /** Adds persons to a complete file, such as a converted recording. */
  readonly add: (path: string, sha256s: Iterable<string>) => void;
  /** Paths of the files in which any of these persons appears. */
  readonly pathsOf: (sha256s: ReadonlySet<string>) => readonly string[];
  readonly forget: (paths: readonly string[]) => void;
}

/** Opens the list on its file; it is written as soon as a person is added, because a run may crash. */
export function createCapturedPersons(
  file: StoredJsonFile<z.output<typeof capturesFileSchema>>,
  onAir: OnAir,
): CapturedPersons {
  const open = new Set<string>();
  const put = (path: string, sha256s: Iterable<string>): void => {
    const { captured } = file.read();
    const known = captured.find((entry) => entry.path === path)?.sha256s ?? [];
    const all = [...new Set([...known, ...sha256s])];
    if (all.length > known.length) {
      const others = captured.filter((entry) => entry.path !== path);
      const next = [...others, { path, sha256s: all }].slice(-maxCaptured);
      file.write({ ...file.read(), captured: next });
    }
  };
  onAir.listen((sha256) => {
    for (const path of open) {
      put(path, [sha256]);
    }
  });
  return {
    begin: (path, pastSeconds = 0) => {
      open.add(path);
      put(path, onAir.read(pastSeconds));
    },
    end: (path) => {
      if (open.delete(path)) {
        put(path, onAir.read()); // Someone may be expected, whose acceptance comes too late for this file.
      }
    },
    add: put,
    pathsOf: (wanted) =>
      file
        .read()
        .captured.filter(({ sha256s }) => sha256s.some((sha256) => wanted.has(sha256)))
        .map(({ path }) => path),
    forget: (paths) => {
      const gone = new Set(paths);
      const captured = file.read().captured.filter(({ path }) => !gone.has(path));
      if (captured.length < file.read().captured.length) {
        file.write({ ...file.read(), captured });
      }
    },
  };
}
