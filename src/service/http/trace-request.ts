import type { FastifyRequest } from 'fastify';
import { createSpanContext, parseTraceParent, toTraceId, type Tracer } from '../tracing/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The job that the request made. */
    submittedJobId: string | null;
  }
}

/**
 * Says of a request that it was answered. Polling would drown the rest: reads that went well count only in a trace that a
 * caller with a key records. A submit without one stands in the trace of its job, else beside it.
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
  const isAsked = parent?.isSampled === true && request.caller !== null;
  if (request.method === 'GET' && status < 400 && !isAsked) {
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
