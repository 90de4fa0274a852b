/**
 * Distribution of a long video's segments. Each downward arrow is a separate claim, by any worker of any node:
 *
 *   begin ─ the first segment, stored with what it decides for all, and rows for the others ─┐
 *      ┌──────────────────┬─────────────────┬───────────────────────────────────────────────┘
 *      ▼                  ▼                 ▼
 *   segment 1 ─ stored  segment 2 ─ stored  ...     worker or node dies: that segment alone is claimed again
 *      └──────────────────┴─────────────────┴─ the last one stored ─▶ join ─▶ result; the end of the job removes all
 */
import { join } from 'node:path';
import { invariant } from '../../base/errors.ts';
import type { RenderedSegment, SegmentPlan } from '../../capabilities/processor.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { abandonBytes } from '../files/sweep.ts';
import type { Db } from '../store/db.ts';
import type { SegmentRow } from '../store/schema.ts';
import {
  beginSegments,
  readFirstSegment,
  finishSegment,
  listSegments,
  type RenderedBytes,
} from '../store/statements/segment-statements.ts';
import { fetchBlob, type OutputStores, storeRunFile } from './job-files.ts';
import type { ClaimedJob } from './queue.ts';

/** Part of a job for one run, and the number of rendered segments. */
interface PlannedRun {
  /** Null where all is rendered in one go. */
  readonly plan: SegmentPlan | null;
  readonly done: number;
}

/** Makes the segment data that a claim needs readable for the worker. */
export async function planRun(
  { db, blobs }: { readonly db: Db; readonly blobs: BlobStore },
  { job, part }: Pick<ClaimedJob, 'job' | 'part'>,
  { lengthUs, inputs, signal }: { lengthUs: number; inputs: string; signal: AbortSignal },
): Promise<PlannedRun> {
  if (part === 'whole') {
    return { plan: null, done: 0 };
  }
  if (part === 'begin') {
    return { plan: { lengthUs, step: 'begin', done: [] }, done: 0 };
  }
  if (part !== 'join') {
    const { first, done } = await readFirstSegment(db, job.id);
    const path = join(inputs, 'segment-0');
    if (first === null || first.blob_hash === null) {
      return { plan: { lengthUs, step: part.at, done: [] }, done };
    }
    // The other segments may need its data. It has up to some tens of megabytes, more than a short clip.
    await fetchBlob(blobs, first.blob_hash, { path, signal });
    return { plan: { lengthUs, step: part.at, done: [toSegment(first, path)] }, done };
  }
  const done: RenderedSegment[] = [];
  for (const row of await listSegments(db, job.id)) {
    const { at, blob_hash: hash } = row;
    invariant(hash !== null, 'All segments are rendered before they are joined.');
    const path = join(inputs, `segment-${at}`);
    await fetchBlob(blobs, hash, { path, signal });
    done.push(toSegment(row, path));
  }
  return { plan: { lengthUs, step: 'join', done }, done: done.length };
}

/** The state of the first alone: the texts of all have to fit into one message. */
function toSegment(
  { at, facts, state_after: state }: Pick<SegmentRow, 'at' | 'facts' | 'state_after'>,
  path: string,
): RenderedSegment {
  return { path, facts: facts ?? '', state: at === 0 ? state : null };
}

/**
 * Stores the rendered segment of a claim, and makes the next step of the job claimable. False when the claim
 * was lost.
 */
export async function storeSegment(
  stores: OutputStores,
  { job, part, fence }: Pick<ClaimedJob, 'job' | 'part' | 'fence'>,
  { made, folder }: { readonly made: RenderedSegment; readonly folder: string },
): Promise<boolean> {
  const { db, clock } = stores;
  const { facts, state, count = 1 } = made;
  const { sha256: hash, sizeBytes } = await storeRunFile(stores, { folder, path: made.path });
  const bytes: RenderedBytes = { hash, sizeBytes, facts, state, nowMs: clock.nowMs() };
  let isKept = false;
  try {
    isKept = await db
      .transaction()
      .execute((tx) =>
        typeof part === 'string'
          ? beginSegments(tx, { jobId: job.id, fence }, { count, first: bytes })
          : finishSegment(tx, { jobId: job.id, at: part.at, fence }, bytes),
      );
  } finally {
    if (!isKept) {
      await abandonBytes(stores, hash);
    }
  }
  return isKept;
}
