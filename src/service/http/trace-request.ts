import type { FastifyRequest } from 'fastify';
import { createSpanContext, parseTraceParent, toTraceId, type Tracer } from '../tracing/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The job that the request made. */
    submittedJobId: string | null;
  }
}

/**
 * Records a span for an answered request. Polling would drown all others, so successful reads are recorded only
 * in a trace that a caller with a key records. A submit without one belongs to the trace of its job, else it is
 * separate.
 */
export function traceRequest(
  tracer: Tracer,
  request: FastifyRequest,
  {
    operation,
    status,
    durationMs,
  }: Readonly<Record<'status' | 'durationMs', number>> & {
    readonly operation: string;
  },
): void {
  const parent = parseTraceParent(request.headers['traceparent']);
  const isRequested = parent?.isSampled === true && request.caller !== null;
  if (request.method === 'GET' && status < 400 && !isRequested) {
    return;
  }
  const { submittedJobId: jobId } = request;
  const ofJob = jobId === null ? null : createSpanContext(toTraceId(jobId));
  const context =
    parent === null ? (ofJob ?? createSpanContext()) : createSpanContext(parent.traceId);
  const endMs = Date.now();
  tracer.record({
    name: operation,
    kind: 'server',
    context,
    parentSpanId: parent?.spanId,
    link: parent === null ? null : ofJob,
    startMs: endMs - durationMs,
    endMs,
    attributes: {
      'http.request.method': request.method,
      'http.response.status_code': status,
      'guise.request.id': request.id,
      'guise.job.id': jobId,
    },
    failure: status >= 500 ? String(status) : null,
  });
}
