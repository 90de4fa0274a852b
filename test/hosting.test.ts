/**
 * Checks the files for hosts besides the packages: container files, manifests, dashboard, alerts, and the restore of
 * data.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { resolveInProject } from '../scripts/lib/paths.mjs';
import { createApiClient } from '../src/client/client.ts';
import { waitForJob } from '../src/client/wait.ts';
import { serve } from '../src/service/console/commands/serve.ts';
import { liveWorker } from '../src/service/console/commands/work-live.ts';
import { everyProcessor, openWorld } from './contract/support/world.ts';
import {
  findServerPrograms,
  startPostgres,
  findPostgresProblem,
} from './service/store/postgres.ts';
import { describeUnless } from './support/describe-unless.ts';

const read = (...parts: string[]): string =>
  readFileSync(resolveInProject('packaging', ...parts), 'utf8');

const strings = z.record(z.string(), z.string());
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) });
const deployment = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    minReadySeconds: z.number().optional(),
    selector: z.object({ matchLabels: strings }),
    template: z.object({
      metadata: z.object({ labels: strings }),
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            image: z.literal('guise-service'),
            args: z.array(z.string()),
            // Live workers listen nowhere, and end when they cannot work any longer.
            ports: z
              .tuple([z.object({ name: z.literal('http'), containerPort: z.literal(8787) })])
              .optional(),
            lifecycle: z
              .object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) })
              .optional(),
            startupProbe: probe.optional(),
            livenessProbe: probe.optional(),
            readinessProbe: probe.optional(),
          }),
        ]),
      }),
    }),
  }),
});
const scaledObject = z.object({
  spec: z.object({
    scaleTargetRef: z.object({ name: z.string() }),
    triggers: z.tuple([
      z.object({
        type: z.literal('postgresql'),
        metadata: z.object({
          connectionFromEnv: z.string(),
          query: z.string(),
          targetQueryValue: z.string(),
        }),
      }),
    ]),
  }),
});
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.union([z.string(), z.array(z.string())]).optional(),
      environment: strings.optional(),
      stop_grace_period: z.string().optional(),
    }),
  ),
});
const manifest = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string() }).optional(),
});

const manifests = readdirSync(resolveInProject('packaging', 'kubernetes')).flatMap((file) =>
  parseAllDocuments(read('kubernetes', file)).map((document) => {
    expect(document.errors).toEqual([]);
    const content: unknown = document.toJS();
    return { file, content, ...manifest.parse(content) };
  }),
);
const ofKind = (kind: string): unknown[] =>
  manifests.filter((each) => each.kind === kind).map(({ content }) => content);
const deployments = ofKind('Deployment').map((each) => deployment.parse(each));
const compose = composeFile.parse(parse(read('container', 'compose.yaml'), { merge: true }));
const nodes = Object.values(compose.services).filter(({ image }) => image === 'guise-service');

/** Names of variables that the service knows, by the table of docs/environment.md. */
const variables = new Set(
  readFileSync(resolveInProject('docs', 'environment.md'), 'utf8').match(
    /(?<=`)[A-Z][A-Z_\d]+(?=`)/g,
  ),
);

describe('manifests and compose file', () => {
  it('start the service with existing options', () => {
    const known = {
      serve: Object.keys(serve.usage.options),
      'live-worker': Object.keys(liveWorker.usage.options),
    };
    const commands = [
      ...deployments.map(({ spec }) => spec.template.spec.containers[0].args),
      ...nodes.map(({ command = [] }) => [command].flat()),
    ];
    expect(commands.filter(([first]) => first === 'live-worker')).toHaveLength(2);
    expect(commands.filter(([first]) => first === 'serve')).toHaveLength(4);
    for (const [first, ...rest] of commands) {
      const options = first === 'serve' ? rest : rest.slice(1);
      const names = options.map((option) => /^--([\w-]+)(?:=|$)/.exec(option)?.[1]);
      expect(known[first === 'serve' ? first : 'live-worker']).toEqual(
        expect.arrayContaining(names),
      );
    }
  });

  it('set variables that it knows', () => {
    const [settings] = ofKind('ConfigMap').map((each) => z.object({ data: strings }).parse(each));
    const secrets = read('kubernetes', 'settings.yaml').match(/\b(?:GUISE|AWS|LIVEKIT)_[A-Z_]+/g);
    const set = [
      ...Object.keys(settings?.data ?? {}),
      ...(secrets ?? []),
      ...nodes.flatMap(({ environment = {} }) => Object.keys(environment)),
    ];
    expect(set.length).toBeGreaterThan(10);
    expect(set.filter((name) => !variables.has(name))).toEqual([]);
  });

  it('give a node longer to end than it drains', () => {
    for (const { spec } of deployments) {
      const { terminationGracePeriodSeconds: total, containers } = spec.template.spec;
      const [{ args, lifecycle }] = containers;
      expect(total).toBeGreaterThan(readDrain(args) + (lifecycle?.preStop.sleep.seconds ?? 0));
    }
    for (const { command = [], stop_grace_period: total = '' } of nodes) {
      expect(Number(total.replace('s', ''))).toBeGreaterThan(readDrain([command].flat()));
    }
  });

  it('wait for the next pod before one goes, by a probe or for as long as it takes', () => {
    for (const { spec } of deployments) {
      const [{ args, readinessProbe }] = spec.template.spec.containers;
      if (args[0] === 'live-worker') {
        expect(spec.minReadySeconds).toBeGreaterThanOrEqual(90);
      } else if (args.some((each) => /--roles=.*api/.test(each))) {
        expect(readinessProbe).toBeDefined();
      }
    }
  });

  it('select the parts that they deploy, and list each manifest', () => {
    for (const { spec } of deployments) {
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    }
    const [list] = ofKind('Kustomization').map((each) =>
      z.object({ resources: z.array(z.string()) }).parse(each),
    );
    const files = manifests.map(({ file }) => file).filter((file) => file !== 'kustomization.yaml');
    expect(new Set(list?.resources)).toEqual(new Set(files));
    const names = deployments.map(({ metadata }) => metadata.name);
    for (const scaled of ofKind('ScaledObject')) {
      expect(names).toContain(scaledObject.parse(scaled).spec.scaleTargetRef.name);
    }
  });

  it('ask for every secret by a line of the example', () => {
    const asked = read('container', 'compose.yaml').match(/(?<=\$\{)[A-Z\d_]+/g);
    const given = read('container', 'env.example').match(/^[A-Z\d_]+(?==)/gm);
    expect(new Set(given)).toEqual(new Set(asked));
  });
});

describe('dashboard, alerts and probes', () => {
  const metricsKey = 'watch';
  let metrics: Set<string>;
  let answers: Map<string, number>;

  beforeAll(async () => {
    const world = await openWorld({ metricsKey });
    try {
      const { origin } = new URL(world.service.baseUrl);
      await fetch(`${origin}/livez`);
      const authorization = `Bearer ${metricsKey}`;
      const page = await fetch(`${origin}/metrics`, { headers: { authorization } });
      const text = await page.text();
      metrics = new Set(text.match(/(?<=^# TYPE )\w+/gm));
      const paths = deployments.flatMap(({ spec }) => {
        const [{ startupProbe, livenessProbe, readinessProbe }] = spec.template.spec.containers;
        return [startupProbe, livenessProbe, readinessProbe].flatMap(
          (each) => each?.httpGet.path ?? [],
        );
      });
      answers = new Map();
      for (const path of new Set(paths)) {
        answers.set(path, (await fetch(`${origin}${path}`)).status);
      }
    } finally {
      await world.close();
    }
  }, 60_000);

  it('read existing metrics', () => {
    const rules = z
      .object({
        groups: z.array(
          z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) }),
        ),
      })
      .parse(parse(read('monitoring', 'alerts.yaml')));
    const board = z
      .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
      .parse(JSON.parse(read('monitoring', 'dashboard.json')));
    const expressions = [
      ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
      ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const named = new Set(
      expressions.flatMap((text) => text.match(/\b(?:guise|process|nodejs)_\w+/g) ?? []),
    );
    expect(named.size).toBeGreaterThan(6);
    const unknown = [...named].filter((name) => !metrics.has(name.replace(/_bucket$/, '')));
    expect(unknown).toEqual([]);
  });

  it('call existing addresses', () => {
    expect(Object.fromEntries(answers)).toEqual({ '/livez': 200, '/readyz': 200 });
  });
});

describeUnless(findPostgresProblem(), 'on PostgreSQL', () => {
  const masterKey = new Uint8Array(32).fill(7);
  let postgres: Awaited<ReturnType<typeof startPostgres>>;

  beforeAll(async () => {
    postgres = await startPostgres(findServerPrograms() ?? '');
  }, 60_000);
  afterAll(() => postgres.stop());

  it('a dump restores accounts, jobs and money, and the length of the queue', async () => {
    const programs = findServerPrograms() ?? '';
    const [from, to] = [await postgres.createDatabase(), await postgres.createDatabase()];
    const reach = ({ host = '', database = '' }: typeof from): string =>
      `postgres://guise@localhost/${database}?host=${encodeURIComponent(host)}`;
    const shared = { masterKey, registry: everyProcessor };
    const first = await openWorld({ ...shared, databaseUrl: reach(from) });
    const customer = await first.newAccount();
    const before = createApiClient({ baseUrl: first.service.baseUrl, apiKey: customer.secret });
    const body = { script: 'Good morning.', voice_id: 'en' };
    const { id } = await before.submitTextToSpeech({ body });
    await waitForJob(before, id, { firstIntervalMs: 50 });
    const balance = await before.readBalance();
    // The backup is taken while the service runs, as in docs/many-machines.md.
    const dump = execFileSync(join(programs, 'pg_dump'), ['--format=custom', reach(from)]);
    await first.close();
    const restore = ['--no-owner', '--exit-on-error', `--dbname=${reach(to)}`];
    execFileSync(join(programs, 'pg_restore'), restore, { input: dump });
    const second = await openWorld({ ...shared, databaseUrl: reach(to) });
    try {
      const after = createApiClient({ baseUrl: second.service.baseUrl, apiKey: customer.secret });
      expect(await after.readBalance()).toEqual(balance);
      expect(await after.readJob({ params: { job_id: id } })).toMatchObject({
        id,
        status: 'succeeded',
      });
      expect(await countByKeda(to)).toBe('0');
    } finally {
      await second.close();
    }
  }, 60_000);

  async function countByKeda(config: ConstructorParameters<typeof Client>[0]): Promise<unknown> {
    const [scaled] = ofKind('ScaledObject').map((each) => scaledObject.parse(each));
    const client = new Client(config);
    await client.connect();
    const { rows } = await client.query(scaled?.spec.triggers[0].metadata.query ?? '');
    await client.end();
    return rows[0]?.count;
  }
});

function readDrain(args: readonly string[]): number {
  return Number(args.find((arg) => arg.startsWith('--drain='))?.slice('--drain='.length));
}
