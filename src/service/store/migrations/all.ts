import { tables } from './001-tables.ts';
import { deletion } from './002-deletion.ts';
import { uploadQuota } from './003-upload-quota.ts';
import { receivedHash } from './004-received-hash.ts';
import { errorDetails } from './005-error-details.ts';
import { jobHints } from './006-job-hints.ts';
import { sharedNodes } from './007-nodes.ts';
import { liveNodes } from './008-live-nodes.ts';
import { segments } from './009-segments.ts';
import { directUploads } from './010-direct-uploads.ts';
import { parallelSegments } from './011-parallel-segments.ts';
import { liveKeys } from './012-live-keys.ts';
import type { Migration } from './migration.ts';

/** Every step in order. */
export const migrations: readonly Migration[] = [
  tables,
  deletion,
  uploadQuota,
  receivedHash,
  errorDetails,
  jobHints,
  sharedNodes,
  liveNodes,
  segments,
  directUploads,
  parallelSegments,
  liveKeys,
];
