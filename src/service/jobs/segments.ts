/**
 * What is rendered of a long video outlives the worker that did it:
 *
 *   run: segment 0 -> stored, row ─ run: segment 1 -> stored, row ─ ... ─ run: the last, all joined -> result, rows removed
 *                                      '── worker or node dies: who claims the job next goes on here
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RenderedSegment } from '../../capabilities/processor.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { abandonBytes } from '../files/sweep.ts';
import type { Db } from '../store/db.ts';
import type { Lease } from '../store/queue-statements.ts';
import { insertSegment, listSegments } from '../store/segment-statements.ts';
import { fetchBlob, type OutputStores, storeMade } from './job-files.ts';
import type { WorkerFolders } from './worker-host.ts';

/** Puts the segments of a job where its worker can read them, in order. */
export async function fetchSegments(
  { db, blobs }: { readonly db: Db; readonly blobs: BlobStore },
  { jobId, inputs, signal }: { jobId: string; inputs: string; signal: AbortSignal },
): Promise<RenderedSegment[]> {
  const segments: RenderedSegment[] = [];
  for (const { at, blob_hash: hash, facts, state } of await listSegments(db, jobId)) {
    const path = toPath(inputs, at);
    await fetchBlob(blobs, hash, { path, signal });
    segments.push({ path, facts, state });
  }
  return segments;
}

/**
 * Keeps what a run rendered of a job, and puts it where the next one can read it. Null when the claim is not the current
 * one any more.
 */
export async function storeSegment(
  stores: OutputStores,
  {
    lease,
    at,
    made,
  }: { readonly lease: Lease; readonly at: number; readonly made: RenderedSegment },
  { folders, signal }: { readonly folders: WorkerFolders; readonly signal: AbortSignal },
): Promise<RenderedSegment | null> {
  const { db, clock, blobs } = stores;
  const { facts, state } = made;
  const { sha256, sizeBytes } = await storeMade(stores, {
    folder: folders.results,
    path: made.path,
  });
  let isKept = false;
  try {
    isKept = await db.transaction().execute((tx) =>
      insertSegment(tx, lease.fence, {
        job_id: lease.jobId,
        at,
        blob_hash: sha256,
        size_bytes: sizeBytes,
        facts,
        state,
        created_at_ms: clock.nowMs(),
      }),
    );
  } finally {
    if (!isKept) {
      await abandonBytes(stores, sha256);
    }
  }
  if (!isKept) {
    return null;
  }
  await rm(made.path, { force: true });
  const path = toPath(folders.inputs, at);
  await fetchBlob(blobs, sha256, { path, signal });
  return { path, facts, state };
}

/** Segments as a run is told of them: only the last one's state, as the texts of all have to fit into one message. */
export function withLastState(segments: readonly RenderedSegment[]): readonly RenderedSegment[] {
  return segments.map((segment, at) =>
    at === segments.length - 1 ? segment : { ...segment, state: null },
  );
}

function toPath(inputs: string, at: number): string {
  return join(inputs, `segment-${at}.mp4`);
}
