import { randomBytes } from 'node:crypto';

/** Position of a span in a trace (W3C Trace Context): lower-case hex of 16 and 8 bytes. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** A finished piece of work, with OpenTelemetry's attributes. */
export interface Span {
  /** Name such as `submitFaceSwap` or `render`. */
  readonly name: string;
  readonly kind: 'server' | 'internal' | 'client';
  readonly context: SpanContext;
  /** The span that it is a part of; null for the first of its trace. */
  readonly parentSpanId?: string | null | undefined;
  /** A span of another trace that belongs to it. */
  readonly link?: SpanContext | null | undefined;
  readonly startMs: number;
  readonly endMs: number;
  /** Ids, names of operations and numbers: nothing that a customer wrote or sent. */
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>;
  /** Code of its failure; null when it succeeded. */
  readonly failure: string | null;
}

/** Receiver of the spans. */
export interface Tracer {
  record(span: Span): void;
}

/** The context of a new span. */
export function createSpanContext(traceId = randomBytes(16).toString('hex')): SpanContext {
  return { traceId, spanId: randomBytes(8).toString('hex') };
}

/**
 * Trace id of a job, the same on all nodes: its id is a UUID, which has the 16 bytes of a trace id, so nothing
 * has to be stored or forwarded.
 */
export function toTraceId(jobId: string): string {
  return jobId.replaceAll('-', '').toLowerCase();
}

/** Span of a request's sender. */
interface ParentContext extends SpanContext {
  /** True when the sender records its trace. */
  readonly isSampled: boolean;
}

/** The parent that the header `traceparent` of a request names; null without one. */
export function parseTraceParent(header: string | string[] | undefined): ParentContext | null {
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(
    typeof header === 'string' ? header : '',
  );
  const [, traceId = '', spanId = '', flags = ''] = match ?? [];
  return match === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)
    ? null
    : { traceId, spanId, isSampled: Number.parseInt(flags, 16) % 2 === 1 };
}
