import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { OtlpTracer, parseTraceHeaders } from './otlp-tracer.ts';
import { createSpanContext, parseTraceParent, type Span, toTraceId } from './tracer.ts';

const resource = { name: 'guise-service', version: '1.0.0', instanceId: 'n1' };

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
}

interface Collector {
  readonly endpoint: string;
  readonly seen: { readonly url: string; readonly headers: IncomingHttpHeaders; body: unknown }[];
  status: number;
  close(): Promise<void>;
  spans(): SentSpan[];
}

async function openCollector(): Promise<Collector> {
  const seen: Collector['seen'] = [];
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await json(request);
    seen.push({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(collector.status).end('{}');
  }
  const server = createServer((request, response) => {
    void receive(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
    spans: () =>
      seen.flatMap(
        ({ body }) =>
          (body as { resourceSpans: [{ scopeSpans: [{ spans: SentSpan[] }] }] }).resourceSpans[0]
            .scopeSpans[0].spans,
      ),
  };
  return collector;
}

function toSpan(change: Partial<Span> = {}): Span {
  return {
    name: 'render',
    kind: 'internal',
    context: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
    startMs: 1_790_000_000_000.5,
    endMs: 1_790_000_001_000,
    attributes: { 'guise.attempt': 2, 'guise.node.id': 'n1', whole: false, part: 0.5, none: null },
    failure: null,
    ...change,
  };
}

describe('a tracer', () => {
  it('sends spans in the format of OTLP, with its headers, and waiting ones when it closes', async () => {
    const collector = await openCollector();
    const tracer = new OtlpTracer({
      endpoint: `${collector.endpoint}/`,
      headers: { 'x-key': 'k' },
      resource,
      onState: () => undefined,
    });
    tracer.record(toSpan());
    tracer.record(toSpan({ kind: 'client', failure: 'timeout', parentSpanId: 'c'.repeat(16) }));
    await tracer.close();
    expect(collector.seen).toHaveLength(1);
    expect(collector.seen[0]?.url).toBe('/v1/traces');
    expect(collector.seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-key': 'k',
    });
    expect(collector.seen[0]?.body).toEqual({
      resourceSpans: [
        {
          resource: {
            attributes: [
              { key: 'service.name', value: { stringValue: 'guise-service' } },
              { key: 'service.version', value: { stringValue: '1.0.0' } },
              { key: 'service.instance.id', value: { stringValue: 'n1' } },
            ],
          },
          scopeSpans: [
            {
              scope: { name: 'guise', version: '1.0.0' },
              spans: [
                {
                  traceId: 'a'.repeat(32),
                  spanId: 'b'.repeat(16),
                  name: 'render',
                  kind: 1,
                  startTimeUnixNano: '1790000000000500000',
                  endTimeUnixNano: '1790000001000000000',
                  attributes: [
                    { key: 'guise.attempt', value: { intValue: '2' } },
                    { key: 'guise.node.id', value: { stringValue: 'n1' } },
                    { key: 'whole', value: { boolValue: false } },
                    { key: 'part', value: { doubleValue: 0.5 } },
                  ],
                  status: {},
                },
                expect.objectContaining({
                  kind: 3,
                  parentSpanId: 'c'.repeat(16),
                  status: { code: 2, message: 'timeout' },
                }),
              ],
            },
          ],
        },
      ],
    });
    await collector.close();
  });

  it('drops spans that a collector refuses, reports it once, and continues', async () => {
    const collector = await openCollector();
    const states: unknown[] = [];
    const tracer = new OtlpTracer({
      endpoint: collector.endpoint,
      resource,
      onState: (...said) => states.push(said),
    });
    const recordBatch = (): void => {
      for (let count = 0; count < 256; count += 1) {
        tracer.record(toSpan());
      }
    };
    collector.status = 503;
    for (const round of [1, 2]) {
      recordBatch();
      await expect.poll(() => collector.seen.length, { timeout: 10_000 }).toBe(round);
    }
    await expect.poll(() => states.length).toBe(1);
    collector.status = 200;
    recordBatch();
    await tracer.close();
    expect(states).toEqual([
      ['lost', 256, 'status 503'],
      ['back', 512, null],
    ]);
    await collector.close();
  });

  it('limits its memory while the collector does not answer', async () => {
    const collector = await openCollector();
    await collector.close();
    let dropped = 0;
    let why: string | null = null;
    const tracer = new OtlpTracer({
      endpoint: collector.endpoint,
      resource,
      onState: (_state, count, reason) => {
        dropped = count;
        why = reason;
      },
    });
    for (let count = 0; count < 10_000; count += 1) {
      tracer.record(toSpan());
    }
    await tracer.close();
    expect(dropped).toBeGreaterThan(5_000);
    expect(why).toContain('ECONNREFUSED');
  });

  it('ends while a collector does not answer', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const requested = new Promise((resolve) => server.once('request', resolve));
    let why: string | null = null;
    const tracer = new OtlpTracer({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      resource,
      onState: (_state, _count, reason) => (why = reason),
    });
    for (let count = 0; count < 256; count += 1) {
      tracer.record(toSpan());
    }
    // A request is under way, whose own limit is longer.
    await requested;
    await tracer.close();
    expect(why).toContain('It did not answer within 2000 ms.');
    server.closeAllConnections();
    server.close();
  });
});

describe('contexts of spans', () => {
  it('are those of the caller, or of a job', () => {
    const header = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const context = { traceId: '1'.repeat(32), spanId: '2'.repeat(16) };
    expect(parseTraceParent(header)).toEqual({ ...context, isSampled: true });
    expect(parseTraceParent(header.replace(/1$/, '2'))).toEqual({ ...context, isSampled: false });
    for (const wrong of [
      undefined,
      '',
      'x',
      [header],
      `00-${'0'.repeat(32)}-${'2'.repeat(16)}-01`,
      `${header}0`,
    ]) {
      expect(parseTraceParent(wrong)).toBeNull();
    }
    expect(toTraceId('0197A3c2-1b52-7f96-8d72-6a91ce85fa24')).toBe(
      '0197a3c21b527f968d726a91ce85fa24',
    );
    expect(createSpanContext().traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('come with headers as the standard writes them', () => {
    expect(parseTraceHeaders('a=1, authorization=Basic%20eA%3D%3D,=x,b')).toEqual({
      a: '1',
      authorization: 'Basic eA==',
    });
    expect(parseTraceHeaders('a=%zz')).toEqual({ a: '%zz' });
    expect(parseTraceHeaders(undefined)).toEqual({});
  });
});
