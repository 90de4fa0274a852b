import { basename } from 'node:path';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { JobEntry } from './job-store.ts';
import type { TransientProgress } from './job-steps.ts';
import type { Thumbnails } from './thumbnails.ts';

/** A job as the page gets it: addresses the page may read instead of paths. */
export function toJobView(
  entry: JobEntry,
  motion: TransientProgress,
  { grants, thumbnails }: { readonly grants: MediaGrants; readonly thumbnails: Thumbnails },
): LocalJob {
  const {
    inputs,
    result,
    hasThumbnail,
    idempotencyKey: _,
    jobId: __,
    proof: ___,
    origin: ____,
    submittedAtMs: _____,
    fetchedFrom: ______,
    errorBefore: _______,
    isLeftAtService: ________,
    skipsFrame: _________,
    ...rest
  } = entry;
  return {
    ...rest,
    ...motion,
    inputs: inputs.map(({ field, path, kind }) => ({
      field,
      kind,
      name: basename(path),
      url: grants.grant(path),
    })),
    result:
      result === null
        ? null
        : {
            name: basename(result.path),
            kind: result.kind,
            sizeBytes: result.sizeBytes,
            url: grants.grant(result.path),
          },
    stills: entry.stills.map((stage) => ({
      stage,
      url: grants.grant(thumbnails.stillOf(entry.id, stage)),
    })),
    thumbnailUrl: hasThumbnail ? grants.grant(thumbnails.pathOf(entry.id)) : null,
  };
}
