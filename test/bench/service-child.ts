/**
 * Servers for the service bench, each in a process of its own: `service` is the real one without a rate limit, `bare` a
 * minimal Fastify server, `sink` a minimal server that writes a request to disk. The first output line contains the
 * address.
 */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { readJob } from '../../src/service/jobs/read.ts';
import { submitJob } from '../../src/service/jobs/submit.ts';
import { createLogger } from '../../src/service/http/log.ts';
import { openService } from '../../src/service/start/service.ts';

const [kind = '', folder = ''] = process.argv.slice(2);

function tell(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function startService(): Promise<void> {
  const registry = new URL('../contract/support/every-processor.ts', import.meta.url).href;
  const { baseUrl, core, accountId } = await openService({
    folder,
    registry,
    slots: 1,
    logger: createLogger('info', process.stderr),
    requestsPerMinute: () => 1e12,
  });
  const { secret } = await core.createKey({ accountId, name: 'bench' });
  const { job } = await submitJob(core.context, {
    accountId,
    feature: 'text_to_speech',
    input: { script: 'Good morning.', voice_id: 'en' },
    callbackUrl: null,
    idempotencyKey: null,
  });
  while ((await readJob(core.context, accountId, job.id)).status !== 'succeeded') {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  tell({ url: baseUrl, key: secret, jobId: job.id });
}

async function startBare(): Promise<void> {
  const app = Fastify();
  const reply = {
    id: '0197a3c1-0a41-7e85-8c61-5f80bd74e913',
    status: 'succeeded',
    output_url: `http://127.0.0.1/api/v1/files/outputs/0197a3c1.mp4?expires=1790000000&signature=${'a'.repeat(43)}`,
    credits_charged: 0.42,
    error: null,
  };
  app.get('/jobs/:job_id', () => Promise.resolve(reply));
  tell({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
}

async function startSink(): Promise<void> {
  let count = 0;
  const server = createServer((request, reply) => {
    count += 1;
    pipeline(request, createWriteStream(join(folder, `sink-${count}`))).then(
      () => reply.end('{}'),
      () => reply.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  tell({ url: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}` });
}

await ({ service: startService, bare: startBare, sink: startSink }[kind] ?? startBare)();
// An orderly exit, so that profiles of this process are written.
process.on('SIGTERM', () => process.exit(0));
