import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../base/errors.ts';
import { BYTES_PER_MB, limits } from '../../../contract/api/limits.ts';
import { readPriceList } from '../../billing/prices.ts';
import { sharedUploadLimits, type UploadLimits } from '../../files/upload-quota.ts';
import { toFirstKeyPath, openFirstKey } from '../../accounts/first-account.ts';
import { endOnCrash } from '../../process/end-on-crash.ts';
import type { Retention } from '../../files/sweep.ts';
import { createLogger } from '../../http/log.ts';
import { openMetricsKey } from '../../http/metrics-key.ts';
import { endLeanStart } from '../../lean-start.ts';
import { swapEngine } from '../../live/engine-facts.ts';
import { findWorkerKey } from '../../live/remote/worker-key.ts';
import { isNodeRole, type NodeRole, nodeRoles } from '../../nodes/roles.ts';
import { parseMasterKey } from '../../accounts/secret-file.ts';
import { defaultPolicy, type Policy } from '../../start/policy.ts';
import { openService } from '../../start/service.ts';
import { parseTraceHeaders } from '../../tracing/otlp-tracer.ts';
import type { ServiceOptions } from '../../start/service-options.ts';
import { dataOptions, readBucket, readLocation, storageOptions } from '../data-folder.ts';
import { modelOptions, readModels } from '../model-options.ts';
import { printLine, printJson } from '../print.ts';
import { toRegistry } from '../registry.ts';
import { listenForStop } from '../stop-signal.ts';
import { type Arguments, type ConsoleCommand, UsageError } from '../usage.ts';

const DEFAULT_PORT = 8787;
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const tiers = ['default', 'pro'] as const;
const DAY_MS = 86_400_000;

/** Runs the service in the foreground. */
export const serve: ConsoleCommand = {
  usage: {
    line: '[OPTIONS]',
    description:
      'Runs the service until SIGINT or SIGTERM. The log goes to standard error, one JSON line per\n' +
      'event. A new data folder gets a first key, which is stored in its file first-key.\n' +
      '/metrics requires the key in the file metrics-key, or in GUISE_METRICS_KEY. With GUISE_LIVE_WORKER_KEY, live\n' +
      'workers of other machines with the same key may connect (guise-service live-worker).',
    options: {
      port: {
        value: 'N',
        description: `Port to listen on; 0 picks one (default ${DEFAULT_PORT}).`,
      },
      host: {
        value: 'ADDRESS',
        description:
          'Address to listen on (default 127.0.0.1: this machine only); 0.0.0.0 for all. Addresses in replies\n' +
          'contain the host of the request.',
      },
      'public-url': {
        value: 'URL',
        description:
          'Address of the proxy in front, such as https://studio.example. Nodes with the role jobs and without api need it.',
      },
      ...dataOptions,
      ...storageOptions,
      pricing: { value: 'FILE', description: 'Price list; without one everything is free.' },
      tier: {
        value: 'NAME',
        description: 'Tier of the first account of a new folder: default or pro.',
      },
      workers: {
        value: 'N',
        description: 'Number of concurrent jobs (default: half of the processors).',
      },
      'live-slots': {
        value: 'N',
        description: `Number of concurrent live swaps (default ${defaultPolicy.maxStreams}); eight voices count as one swap, at most 24 voices run.`,
      },
      'cover-card': {
        value: 'FILE',
        description:
          'JPEG, PNG or WebP picture that replaces the card of Guise as the cover of live swaps, here and at\n' +
          'live workers.',
      },
      'node-url': {
        value: 'URL',
        description:
          'Address of this service for others on the same PostgreSQL database (default: its listening address).',
      },
      roles: {
        value: 'LIST',
        description:
          'Roles of this service among those on a PostgreSQL database, of api,jobs,live (default: all).',
      },
      drain: {
        value: 'SECONDS',
        description:
          'Time that SIGTERM allows running jobs and live sessions to finish before others take them over\n' +
          '(default 0). Meanwhile none start and /readyz answers 503; a second signal ends the wait.',
      },
      'allow-webhooks': {
        value: 'CIDR[@PORT]',
        isList: true,
        description: 'Network that webhooks may reach besides public addresses.',
      },
      'allow-pages': {
        value: 'ORIGIN',
        isList: true,
        description:
          'Page that may join media rooms besides those of this machine, such as https://a.example.',
      },
      'upload-quota': {
        value: 'MB',
        description:
          'Total size of the uploads of one account (default: 51200 when other machines reach the service).',
      },
      unsigned: {
        description:
          'Does not sign results; the signature (C2PA) shows programs that Guise created them.',
      },
      'keep-uploads': {
        value: 'DAYS',
        description: 'Days after which uploads are removed (default: never).',
      },
      'keep-outputs': {
        value: 'DAYS',
        description: 'Days after which results are removed (default: never).',
      },
      'keep-previews': {
        value: 'DAYS',
        description: 'Days after which stills of intermediate stages are removed (default: never).',
      },
      'otlp-endpoint': {
        value: 'URL',
        description:
          'Sends traces to this OpenTelemetry collector, such as http://127.0.0.1:4318 (default: none).\n' +
          'OTEL_EXPORTER_OTLP_HEADERS contains the headers that it requires.',
      },
      processors: { value: 'MODULE', description: 'Address of another list of processors.' },
      ...modelOptions,
      'log-level': { value: 'LEVEL', description: `${levels.join(', ')} (default info).` },
      json: { description: 'First line on standard output: {"base_url": …, "api_key": …}.' },
    },
    maxArguments: 0,
  },

  async run(args) {
    const { folder } = readLocation(args);
    const drainMs = (args.whole('drain', { min: 0, max: 86_400 }) ?? 0) * 1000;
    const options = await readServiceOptions(args);
    const card = await readCard(args, options.roles);
    const signals = listenForStop();
    const service = await openService(options);
    endOnCrash({
      name: 'serve',
      logger: () => options.logger,
      stop: () => service.stop(),
    });
    try {
      if (card !== null) {
        await service.live.find(swapEngine.feature)?.setCard?.(card);
      }
      // Without the API a key has no use.
      const key =
        options.roles?.includes('api') === false
          ? { secret: null, isNew: false }
          : await openFirstKey(service.core, service.accountId, folder);
      endLeanStart();
      if (args.has('json')) {
        printJson({ base_url: service.baseUrl, api_key: key.secret });
      } else {
        printLine(welcome(service.baseUrl, key, folder));
      }
      // A user who pressed Ctrl+C waits; a manager that replaces the service does not.
      if ((await signals.next()) === 'SIGTERM' && drainMs > 0) {
        options.logger.info({ drain_ms: drainMs }, 'the service drains');
        await Promise.race([
          service.drain(),
          sleep(drainMs, undefined, { ref: false }),
          signals.next(),
        ]);
      }
    } finally {
      await service.stop();
    }
    return 0;
  },
};

async function readServiceOptions(args: Arguments): Promise<ServiceOptions> {
  const pricing = args.text('pricing');
  const allowances = args.list('allow-webhooks');
  const masterKey = process.env['GUISE_MASTER_KEY'];
  const location = readLocation(args);
  const roles = readRoles(args, location);
  return {
    ...location,
    port: args.whole('port', { min: 0, max: 65_535 }) ?? DEFAULT_PORT,
    host: args.text('host') ?? undefined,
    publicUrl: readPublicUrl(args, roles),
    s3: readBucket(args),
    masterKey: masterKey === undefined ? null : parseMasterKey(masterKey, 'GUISE_MASTER_KEY'),
    prices: pricing === null ? undefined : await readPriceList(pricing),
    registry: toRegistry(args.text('processors')),
    packs: await readModels(args),
    signResults: !args.has('unsigned'),
    policy: readPolicy(args),
    nodeUrl: readOrigin(args, 'node-url') ?? undefined,
    slots: args.whole('workers', { min: 1, max: 256 }) ?? undefined,
    roles,
    webhookAllowances: allowances.length === 0 ? undefined : allowances,
    pageOrigins: args.list('allow-pages').map(readPage),
    roomEnv: process.env,
    tier: readOneOf(args, 'tier', tiers) ?? undefined,
    uploadLimits: readUploadLimits(args),
    liveWorkerKey: findWorkerKey(process.env),
    metricsKey: await openMetricsKey(location.folder, process.env['GUISE_METRICS_KEY']),
    retentionMs: readRetention(args),
    traces: readTraces(args),
    logger: createLogger(readOneOf(args, 'log-level', levels) ?? 'info', process.stderr),
  };
}

/** Reads the card at the start, so that the operator learns about an unusable one before any customer. */
async function readCard(
  args: Arguments,
  roles: ServiceOptions['roles'],
): Promise<Uint8Array | null> {
  const path = args.text('cover-card');
  if (path === null) {
    return null;
  }
  if (roles?.includes('live') === false) {
    throw new UsageError('--cover-card is for services with the role live.');
  }
  try {
    if ((await stat(path)).size <= limits.imageUploadMb * BYTES_PER_MB) {
      const card = await readFile(path);
      const { readStill } = await import('../../../engine/io/video/stills.ts');
      await readStill(card);
      return card;
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${cardRule} ${path} cannot be read as one: ${why}`, { cause });
  }
  throw new UsageError(`${cardRule} ${path} is larger.`);
}

const cardRule = `--cover-card takes a JPEG, PNG or WebP picture of at most ${limits.imageUploadMb} MB.`;

/** Undefined means all roles. */
function readRoles(
  args: Arguments,
  { databaseUrl }: ReturnType<typeof readLocation>,
): readonly NodeRole[] | undefined {
  const text = args.text('roles');
  if (text === null) {
    return undefined;
  }
  const roles = text.split(',').map((name) => name.trim());
  if (!roles.every(isNodeRole)) {
    throw new UsageError(`--roles takes a list of ${nodeRoles.join(', ')}, such as api,jobs.`);
  }
  if (databaseUrl === null || databaseUrl === undefined) {
    throw new UsageError('--roles is for services that share a PostgreSQL database.');
  }
  return roles;
}

/** A node without the API serves no files, so its webhooks need the address of those that do. */
function readPublicUrl(args: Arguments, roles: ServiceOptions['roles']): string | null {
  const url = readOrigin(args, 'public-url');
  if (url === null && roles?.includes('jobs') === true && !roles.includes('api')) {
    throw new UsageError(
      '--roles with jobs and without api needs --public-url, for the links in webhooks.',
    );
  }
  return url;
}

/** Without a limit, uploads are kept until their owner deletes them. */
function readUploadLimits(args: Arguments): UploadLimits | undefined {
  const quotaMb = args.whole('upload-quota', { min: 1, max: 1_000_000_000 });
  return quotaMb === null
    ? undefined
    : { ...sharedUploadLimits, storedBytes: quotaMb * BYTES_PER_MB };
}

function readRetention(args: Arguments): Retention {
  const days = (option: string): number | null => args.whole(option, { min: 1, max: 36_500 });
  const retention = {
    upload: days('keep-uploads'),
    output: days('keep-outputs'),
    preview: days('keep-previews'),
  };
  return Object.fromEntries(
    Object.entries(retention).flatMap(([role, count]) =>
      count === null ? [] : [[role, count * DAY_MS]],
    ),
  );
}

function readTraces(args: Arguments): ServiceOptions['traces'] {
  const endpoint = args.text('otlp-endpoint');
  if (endpoint === null) {
    return null;
  }
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new UsageError('--otlp-endpoint takes an address, such as http://127.0.0.1:4318.');
  }
  return { endpoint, headers: parseTraceHeaders(process.env['OTEL_EXPORTER_OTLP_HEADERS']) };
}

function readOneOf<T extends string>(
  args: Arguments,
  option: string,
  allowed: readonly T[],
): T | null {
  const text = args.text(option);
  const found = allowed.find((entry) => entry === text);
  if (text !== null && found === undefined) {
    throw new UsageError(`--${option} takes one of ${allowed.join(', ')}.`);
  }
  return found ?? null;
}

function readPage(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== text) {
    throw new UsageError('--allow-pages takes an origin, such as https://a.example.');
  }
  return text;
}

function readPolicy(args: Arguments): Partial<Policy> | undefined {
  const maxStreams = args.whole('live-slots', { min: 1, max: 1000 });
  return maxStreams === null ? undefined : { maxStreams };
}

function readOrigin(args: Arguments, option: string): string | null {
  const text = args.text(option);
  if (text === null) {
    return null;
  }
  const url = URL.parse(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search !== ''
  ) {
    throw new AppError(
      'invalid_input',
      `--${option} takes an address without a path, such as https://studio.example.`,
    );
  }
  return url.origin;
}

function welcome(
  baseUrl: string,
  key: { readonly secret: string | null; readonly isNew: boolean },
  folder: string,
): string {
  const shown =
    key.isNew && key.secret !== null
      ? `${key.secret}  (shown this once; it stays in ${toFirstKeyPath(folder)})`
      : key.secret === null
        ? 'none that is known here; "keys create" makes one'
        : `in ${toFirstKeyPath(folder)}`;
  const secret = key.secret === null ? 'YOUR_KEY' : `$(cat ${toFirstKeyPath(folder)})`;
  return [
    'The service runs.',
    `  base address  ${baseUrl}`,
    `  API key       ${shown}`,
    `  description   ${new URL('/docs', baseUrl).href}`,
    '',
    'Call it:',
    `  curl -H "Authorization: Bearer ${secret}" ${baseUrl}/account`,
    '',
    'Ctrl+C stops it.',
  ].join('\n');
}
