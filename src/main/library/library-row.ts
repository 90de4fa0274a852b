import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type LibraryItem, shownInputs } from '../../contract/ipc/library.ts';
import { isTerminalState, toJobName } from '../../contract/ipc/jobs.ts';
import type { JobEntry } from '../jobs/job-store.ts';
import type { Thumbnails } from '../jobs/thumbnails.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { LibraryEntry } from './library-entry.ts';

/** Dependencies of building rows. */
export interface LibraryRowDependencies {
  readonly grants: Pick<MediaGrants, 'grant'>;
  readonly thumbnails: Pick<Thumbnails, 'pathOf'>;
  /** Returns whether the result of a job can be fetched from its service. */
  readonly mayFetch: (job: JobEntry) => boolean;
}

/** Local file of an item; null without one. */
export function findItemFile({ of }: Pick<LibraryEntry, 'of'>): JobEntry['result'] {
  return 'result' in of ? of.result : of.file;
}

/** Builds the row of an item. Only visible rows are requested, so each may check the disk. */
export function toRow(
  entry: LibraryEntry,
  { grants, thumbnails, mayFetch }: LibraryRowDependencies,
): LibraryItem {
  const { id, kind, state, atMs, profileId, costUsd, feature, of } = entry;
  const isJob = 'inputs' in of;
  const pictureOf = (input: number | null): string | null => {
    const path = thumbnails.pathOf(id, input);
    return existsSync(path) ? grants.grant(path) : null;
  };
  const file = findItemFile(entry);
  const isGone = file !== null && !existsSync(file.path);
  return {
    id,
    kind,
    state,
    jobState: isJob ? of.state : null,
    atMs,
    profileId,
    costUsd,
    feature,
    name: isJob
      ? toJobName(
          of.options,
          of.inputs.map(({ path }) => basename(path)),
        )
      : of.name,
    durationMs: isJob ? findDuration(of) : of.durationMs,
    character: isJob ? null : of.character,
    voice: isJob ? null : of.voice,
    file:
      file === null
        ? null
        : {
            name: basename(file.path),
            kind: file.kind,
            sizeBytes: file.sizeBytes,
            url: grants.grant(file.path),
            thumbnailUrl: pictureOf(null),
          },
    isGone,
    remote: isJob && (file === null || isGone) ? toRemote(of, mayFetch(of)) : null,
    inputs: isJob
      ? of.inputs.slice(0, shownInputs).map((input, index) => ({
          name: basename(input.path),
          kind: input.kind,
          url: grants.grant(input.path),
          thumbnailUrl: pictureOf(index),
        }))
      : [],
    isRepaired: isJob ? false : of.isRepaired,
  };
}

function toRemote(job: JobEntry, mayFetch: boolean): LibraryItem['remote'] {
  const isKnown = isTerminalState(job.state) && (mayFetch || job.remote !== null);
  return isKnown ? { ...(job.remote ?? { expiresAtMs: null, isGone: false }), mayFetch } : null;
}

function findDuration({ createdAtMs, startedAtMs, endedAtMs }: JobEntry): number | null {
  return endedAtMs === null ? null : endedAtMs - (startedAtMs ?? createdAtMs);
}
