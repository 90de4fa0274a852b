import * as fc from 'fast-check';
import * as z from 'zod';
import { joinCatalogues } from '../../../src/service/voices/voice-catalogue.ts';
import { makeAsciiWav, makeSamples, type SampleKeys } from '../../contract/support/samples.ts';
import { everyProcessor, openWorld, type World } from '../../contract/support/world.ts';
import { audit } from '../../service/store/audit.ts';
import { type DocumentedOperation, type GeneratedCall, listDocumented } from './generated-calls.ts';

/** Results of generated requests. */
export interface GeneratedRun {
  readonly requests: number;
  readonly uploads: number;
  /** Replies by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Violations of the document, one line each. */
  readonly violations: readonly string[];
}

/** Concurrent requests. */
const AT_ONCE = 8;
/** Number of other requests per upload. */
const PER_UPLOAD = 25;

/**
 * Reads the document of a running service, generates valid, boundary and invalid requests from it, and checks every
 * reply against the document. The same `seed` generates the same requests.
 */
export async function runGenerated(options: {
  readonly count: number;
  readonly seed: number;
  readonly note?: ((text: string) => void) | undefined;
}): Promise<GeneratedRun> {
  const { count, seed, note = () => undefined } = options;
  const world = await openGeneratedWorld();
  try {
    const run = await createRun(world);
    const calls = run.operations.flatMap(({ calls: made }) => (made === null ? [] : [made]));
    const plans = fc.sample(fc.oneof(...calls), { numRuns: count, seed });
    for (let at = 0; at < plans.length; at += AT_ONCE) {
      await Promise.all(plans.slice(at, at + AT_ONCE).map((plan) => run.send(plan)));
      if (at % (AT_ONCE * PER_UPLOAD) === 0) {
        await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => run.upload(index)));
        note(`${at} of ${count}`);
      }
    }
    const ledger = await audit(world.service.core.context.store);
    const violations = [...run.violations, ...ledger.map((line) => `ledger: ${line}`)];
    return { requests: count, uploads: run.uploads(), statuses: run.statuses, violations };
  } finally {
    await world.close();
  }
}

/** A service that can do everything the document has, for a caller that pays and is never too fast. */
async function openGeneratedWorld(): Promise<World> {
  const voices = joinCatalogues([
    {
      listVoices: () => Promise.resolve([{ id: 'en-test', name: 'Test', language: 'English' }]),
      listChangerVoices: () =>
        Promise.resolve([{ id: 'en-test', name: 'Deep', description: 'Low.' }]),
      openSample: (id) =>
        Promise.resolve(
          id === 'en-test' ? { contentType: 'audio/wav', body: makeAsciiWav(0.5) } : null,
        ),
    },
  ]);
  const requestsPerMinute = (): number => 10_000_000;
  const world = await openWorld({ registry: everyProcessor, voices, requestsPerMinute });
  for (const feature of ['real_time_swap_full', 'voice_changer'] as const) {
    world.service.live.register({
      feature,
      model: 'test',
      streamPath: `/${feature}`,
      defaultPrompt: 'Replace the person.',
      prepare: () => Promise.resolve('ready'),
    });
  }
  return world;
}

interface Run {
  readonly operations: readonly DocumentedOperation[];
  readonly violations: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
  uploads(): number;
  send(plan: GeneratedCall): Promise<void>;
  upload(index: number): Promise<void>;
}

async function createRun(world: World): Promise<Run> {
  const { secret } = await world.newAccount({ balanceUsd: 1_000_000 });
  const { baseUrl } = world.service;
  const headers = { authorization: `Bearer ${secret}` };
  const samples = Object.values(await makeSamples());
  const violations: string[] = [];
  const statuses: Record<string, number> = {};
  let uploads = 0;

  async function upload(index: number): Promise<string> {
    const sample = samples[index % samples.length] ?? new Blob();
    // Every other client sends no type.
    const file = index % 2 === 0 ? sample : new Blob([await sample.arrayBuffer()]);
    const form = new FormData();
    form.set('file', file, ['a', 'sample.bin', 'Bild ä.png'][index % 3]);
    const reply = await fetch(`${baseUrl}/uploads`, { method: 'POST', headers, body: form });
    const text = await reply.text();
    uploads += 1;
    if (reply.status !== 200) {
      violations.push(`an upload was refused: ${reply.status} ${text}`);
      return '';
    }
    return z.strictObject({ file_key: z.string(), url: z.url() }).parse(JSON.parse(text)).file_key;
  }

  const [images = '', audio = '', videos = ''] = await Promise.all([0, 1, 2].map(upload));
  const keys: SampleKeys = { images, audio, videos };
  const document = await (await fetch(`${baseUrl}/openapi.json`)).json();
  const [keptJobId = '', ...jobIds] = await submitSome(baseUrl, headers);
  const operations = listDocumented(document, { keys, jobIds, keptJobId });
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return {
    operations,
    violations,
    statuses,
    uploads: () => uploads,
    upload: async (index) => void (await upload(index)),
    async send(plan) {
      const { method, path, body } = plan;
      const reply = await fetch(baseUrl + path, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      const { status } = reply;
      statuses[status] = (statuses[status] ?? 0) + 1;
      const contentType = reply.headers.get('content-type') ?? '';
      const wrong =
        byName.get(plan.operation)?.check({ status, contentType, text }) ?? judge(plan, status);
      if (wrong !== null) {
        const request = JSON.stringify(body)?.slice(0, 400) ?? '';
        violations.push(
          `${method} ${path.slice(0, 200)} ${request}: ${wrong} (${text.slice(0, 200)})`,
        );
      }
    },
  };
}

/** Returns the fault of a status that the document allows but that does not fit the request; null when it fits. */
function judge({ isRight, operation, body }: GeneratedCall, status: number): string | null {
  if (status >= 500) {
    return `a fault, ${status}`;
  }
  if (isRight) {
    return status === 422 ? 'a right request was refused' : null;
  }
  // Fields that have no effect beside a recording are not validated.
  const isLenient =
    operation === 'submitAvatar' &&
    typeof body === 'object' &&
    body !== null &&
    'audio_key' in body;
  return status < 400 && !isLenient ? `a wrong request was answered ${status}` : null;
}

/** Existing jobs, and ids of other resources or of none. */
async function submitSome(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const submit = async (): Promise<string> => {
    const reply = await fetch(`${baseUrl}/text-to-speech`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ script: 'Good morning.', voice_id: 'en-test' }),
    });
    return z.object({ id: z.string() }).parse(await reply.json()).id;
  };
  return [
    await submit(),
    await submit(),
    await submit(),
    'en-test',
    '0197a3c1-0a41-7e85-8c61-5f80bd74e913',
  ];
}
