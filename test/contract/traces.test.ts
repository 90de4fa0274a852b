/** A service with a collector of traces: all steps of a job form one trace, which contains no data of its customer. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient } from '../../src/client/client.ts';
import { waitForJob } from '../../src/client/wait.ts';
import { operations } from '../../src/contract/api/operations.ts';
import { toTraceId } from '../../src/service/tracing/tracer.ts';
import { orders } from './support/every-processor.ts';
import { callOperation } from './support/http-call.ts';
import { everyProcessor, openWorld, type World } from './support/world.ts';

const spanSchema = z.object({
  name: z.string(),
  traceId: z.string(),
  parentSpanId: z.string().optional(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ message: z.string().optional() }),
});
const exportSchema = z.object({
  resourceSpans: z.tuple([
    z.object({ scopeSpans: z.tuple([z.object({ spans: z.array(spanSchema) })]) }),
  ]),
});

const spans: z.output<typeof spanSchema>[] = [];
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = exportSchema.parse(await json(request));
  spans.push(...body.resourceSpans[0].scopeSpans[0].spans);
  response.end('{}');
}

const collector = createServer((request, response) => {
  void receive(request, response);
});
let world: World;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  world = await openWorld({ registry: everyProcessor, traces: { endpoint } });
}, 60_000);

afterAll(() => {
  collector.close();
});

test('a job is one trace from its submit to its end', { timeout: 60_000 }, async () => {
  const { secret: key } = await world.newAccount();
  const client = createApiClient({ baseUrl: world.service.baseUrl, apiKey: key });
  const submit = async (script: string, headers: Record<string, string> = {}): Promise<string> => {
    const { body } = await callOperation(world.service.baseUrl, operations.submitTextToSpeech, {
      key,
      body: { script, voice_id: 'en-test' },
      headers,
    });
    return z.object({ id: z.string() }).parse(body).id;
  };
  const said = 'Nobody but the voice reads this.';
  const done = await submit(said);
  await waitForJob(client, done, { firstIntervalMs: 50 });
  const failed = await submit(orders.faceless);
  await waitForJob(client, failed, { firstIntervalMs: 50 });
  const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
  const traced = await submit(said, { traceparent });
  await waitForJob(client, traced, { firstIntervalMs: 50 });
  const read = (caller: string | null, trace: string, flags: string) =>
    callOperation(
      world.service.baseUrl,
      operations[caller === null ? 'listVoices' : 'readAccount'],
      {
        key: caller,
        headers: { traceparent: `00-${trace.repeat(32)}-${'2'.repeat(16)}-${flags}` },
      },
    );
  await read(key, '3', '01');
  await read(key, '4', '00');
  await read(null, '5', '01');
  // Flushes pending spans.
  await world.close();

  const inTrace = (traceId: string) => spans.filter((span) => span.traceId === traceId);
  const ofJob = inTrace(toTraceId(done));
  expect(ofJob.map(({ name }) => name).toSorted()).toEqual([
    'queue',
    'render',
    'submitTextToSpeech',
  ]);
  expect(ofJob.every((span) => span.endTimeUnixNano >= span.startTimeUnixNano)).toBe(true);
  const render = ofJob.find(({ name }) => name === 'render');
  expect(render?.attributes).toContainEqual({
    key: 'guise.job.status',
    value: { stringValue: 'succeeded' },
  });
  const ofFailed = inTrace(toTraceId(failed)).find(({ name }) => name === 'render');
  expect(ofFailed?.status.message).toBe('face_not_detected');
  expect(inTrace('1'.repeat(32))).toMatchObject([
    { name: 'submitTextToSpeech', parentSpanId: '2'.repeat(16) },
  ]);
  expect(inTrace(toTraceId(traced)).map(({ name }) => name)).toEqual(['queue', 'render']);
  // A successful read, of which only a caller with a key records the trace.
  const reads = ['3', '4', '5'].map((trace) => inTrace(trace.repeat(32)).map(({ name }) => name));
  expect(reads).toEqual([['readAccount'], [], []]);
  // Polls are in none.
  expect(spans.filter(({ name }) => name === 'readJob')).toEqual([]);
  expect(
    JSON.stringify(spans, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
  ).not.toContain(said);
});
