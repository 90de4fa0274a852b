import type { ServiceContext } from '../service-context.ts';
import { createSpanContext, toTraceId, type Tracer } from '../tracing/tracer.ts';
import type { ClaimedJob } from './queue.ts';

/**
 * Records how long an ended claim took, and for the first one how long the job waited. The outcome is read from
 * the job.
 */
export async function traceRun(
  { store, clock, nodeId }: Pick<ServiceContext, 'store' | 'clock' | 'nodeId'>,
  tracer: Tracer,
  { claimed, startMs }: { readonly claimed: ClaimedJob; readonly startMs: number },
): Promise<void> {
  const { job, feature, part, attempt, fence } = claimed;
  const traceId = toTraceId(job.id);
  const endMs = clock.nowMs();
  const row = await store.db
    .selectFrom('jobs')
    .select(['status', 'error_code'])
    .where('id', '=', job.id)
    .executeTakeFirst();
  const attributes = { 'guise.job.id': job.id, 'guise.feature': feature };
  if (part === 'begin' && fence === 1) {
    tracer.record({
      name: 'queue',
      kind: 'internal',
      context: createSpanContext(traceId),
      startMs: job.createdAtMs,
      endMs: startMs,
      attributes,
      failure: null,
    });
  }
  tracer.record({
    name: 'render',
    kind: 'internal',
    context: createSpanContext(traceId),
    startMs,
    endMs,
    attributes: {
      ...attributes,
      'guise.attempt': attempt,
      'guise.segment': typeof part === 'string' ? null : part.at,
      'guise.node.id': nodeId,
      'guise.job.status': row?.status ?? null,
      'guise.job.stage': job.stage,
    },
    failure: row?.error_code ?? null,
  });
}
