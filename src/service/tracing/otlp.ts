import type { Span } from './tracer.ts';

/** Source of the spans. */
export interface TraceResource {
  readonly name: string;
  readonly version: string;
  /** Instance among several processes of that name. */
  readonly instanceId: string;
}

/** Numbers of the protocol. */
const kinds = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;

/** Spans as OTLP 1.x has them in JSON: ids in hex, times as text of nanoseconds. */
export function toOtlp(resource: TraceResource, spans: readonly Span[]): object {
  const { name, version, instanceId } = resource;
  return {
    resourceSpans: [
      {
        resource: {
          attributes: toAttributes({
            'service.name': name,
            'service.version': version,
            'service.instance.id': instanceId,
          }),
        },
        scopeSpans: [{ scope: { name: 'guise', version }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  };
}

function toOtlpSpan({ context, parentSpanId, link, attributes, failure, ...span }: Span): object {
  return {
    ...context,
    ...(parentSpanId === undefined || parentSpanId === null ? {} : { parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: toNanos(span.startMs),
    endTimeUnixNano: toNanos(Math.max(span.startMs, span.endMs)),
    attributes: toAttributes(attributes),
    ...(link === undefined || link === null ? {} : { links: [link] }),
    status: failure === null ? {} : { code: STATUS_ERROR, message: failure },
  };
}

/** A number of nanoseconds since 1970 has no exact place in a double. */
function toNanos(ms: number): string {
  return `${BigInt(Math.round(ms * 1000)) * 1000n}`;
}

function toAttributes(values: Span['attributes']): object[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [{ key, value: toValue(value) }],
  );
}

function toValue(value: string | number | boolean): object {
  if (typeof value === 'string') {
    return { stringValue: value };
  }
  if (typeof value === 'boolean') {
    return { boolValue: value };
  }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
