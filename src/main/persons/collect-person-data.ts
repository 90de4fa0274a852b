import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JobEntry } from '../jobs/job-store.ts';
import type { CapturedPersons } from '../live/captured-persons.ts';
import type { Characters, UserCharacter } from '../live/characters.ts';
import { listSetAside, type OwnFolders } from './own-files.ts';

/** Sources of the data of persons. */
export interface PersonDataSources {
  readonly readJobs: () => Promise<readonly JobEntry[]>;
  readonly characters: Pick<Characters, 'listOwn'>;
  readonly captured: Pick<CapturedPersons, 'pathsOf'>;
  readonly thumbnailPathsOf: (jobId: string) => readonly string[];
  /** Files the user chose since the start. */
  readonly listChosen: (
    sha256s: ReadonlySet<string>,
  ) => readonly { readonly id: string; readonly path: string }[];
  readonly folders: OwnFolders;
}

/** Data of some persons on this computer, and their jobs at services. */
export interface FoundPersonData {
  /** The persons, and results made of them that were used again as inputs. */
  readonly contents: ReadonlySet<string>;
  readonly jobs: readonly JobEntry[];
  readonly characters: readonly UserCharacter[];
  /** Full paths, by kind. */
  readonly results: readonly string[];
  readonly thumbnails: readonly string[];
  readonly recordings: readonly string[];
  readonly captures: readonly string[];
  readonly setAside: readonly string[];
  /** Chosen files that must no longer be used. */
  readonly fileIds: readonly string[];
}

/**
 * Collects the jobs that read or made the bytes of a person, those that read their results, and so on; then the
 * characters, recordings and thumbnails of all of them.
 */
export async function collectPersonData(
  dependencies: PersonDataSources,
  sha256s: Iterable<string>,
): Promise<FoundPersonData> {
  const all = await dependencies.readJobs();
  const characters = dependencies.characters.listOwn();
  const hashOf = await createSizedHash(all, characters);
  const contents = new Set(sha256s);
  const paths = new Set<string>();
  const jobs = new Map<string, JobEntry>();
  const results = new Map<string, string | null>();
  for (const { result } of all) {
    if (result !== null) {
      results.set(result.path, await hashOf(result.path, result.sizeBytes));
    }
  }
  const isOf = ({ inputs, result }: JobEntry): boolean =>
    contents.has(results.get(result?.path ?? '') ?? '') ||
    inputs.some(({ sha256, path }) => (sha256 !== null && contents.has(sha256)) || paths.has(path));
  for (let before = -1; before < jobs.size + contents.size;) {
    before = jobs.size + contents.size;
    for (const job of all.filter((other) => !jobs.has(other.id) && isOf(other))) {
      jobs.set(job.id, job);
      if (job.result !== null) {
        paths.add(job.result.path);
        addIfKnown(contents, results.get(job.result.path));
      }
    }
    for (const path of dependencies.captured.pathsOf(contents)) {
      if (!paths.has(path)) {
        paths.add(path);
        addIfKnown(contents, await hashOf(path));
      }
    }
  }
  const found = [...jobs.values()];
  const chosen = dependencies.listChosen(contents);
  const { results: resultFolder, recordings: recordingFolder } = dependencies.folders;
  return {
    contents,
    jobs: found,
    characters: characters.filter(({ sha256 }) => contents.has(sha256)),
    results: found.flatMap(({ id, result }) => [
      ...(result === null || dirname(result.path) !== resultFolder ? [] : [result.path]),
      // Remains of an interrupted download.
      ...[`.${id}`, `.${id}.part`].map((name) => join(resultFolder, name)),
    ]),
    thumbnails: found.flatMap(({ id }) => dependencies.thumbnailPathsOf(id)),
    recordings: unique(
      [
        ...found.flatMap(({ inputs }) => inputs.filter(({ sha256 }) => contents.has(sha256 ?? ''))),
        ...chosen,
      ]
        .map(({ path }) => path)
        .filter((path) => dirname(path) === recordingFolder),
    ),
    captures: unique(dependencies.captured.pathsOf(contents)),
    setAside: await listSetAside(dependencies.folders, 'personal'),
    fileIds: chosen.map(({ id }) => id),
  };
}

function addIfKnown(contents: Set<string>, sha256: string | null | undefined): void {
  if (sha256 !== null && sha256 !== undefined) {
    contents.add(sha256);
  }
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}

/**
 * Hashes a file only when its size equals that of an input or a character: no other file can have been used
 * again. Null for other files, and for unreadable ones.
 */
async function createSizedHash(
  jobs: readonly JobEntry[],
  characters: readonly UserCharacter[],
): Promise<(path: string, sizeBytes?: number) => Promise<string | null>> {
  const wanted = new Set(jobs.flatMap(({ inputs }) => inputs.map(({ sizeBytes }) => sizeBytes)));
  for (const { path } of characters) {
    wanted.add(await findSize(path));
  }
  wanted.delete(null);
  return async (path, sizeBytes) => {
    if (!wanted.has(sizeBytes ?? (await findSize(path)))) {
      return null;
    }
    try {
      const digest = createHash('sha256');
      await pipeline(createReadStream(path), digest);
      return digest.digest('hex');
    } catch {
      return null; // The item no longer exists.
    }
  };
}

async function findSize(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  return found?.size ?? null;
}
