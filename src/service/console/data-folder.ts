import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { S3Credentials } from '../files/s3-client.ts';
import type { ServiceOptions } from '../start/service-options.ts';
import { printNote } from './print.ts';
import { type Arguments, type Option, UsageError } from './usage.ts';

/** Options of every command that works on the data of a service. */
export const dataOptions = {
  data: {
    value: 'DIR',
    description: `Data folder (GUISE_DATA; default ${shorten(defaultFolder())}).`,
  },
  'database-url': {
    value: 'URL',
    description:
      'PostgreSQL database instead of SQLite, postgres://…; pass one with a password in\nGUISE_DATABASE_URL, which other users cannot see.',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** Options of commands that store files. */
export const storageOptions = {
  's3-bucket': {
    value: 'NAME',
    description:
      'Bucket for files instead of the data folder. Keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,\n' +
      'or else from the other sources of AWS SDKs: a profile, or the role of the container or machine.',
  },
  's3-endpoint': { value: 'URL', description: 'Address of the S3 service (default: Amazon S3).' },
  's3-region': { value: 'NAME', description: 'Region (AWS_REGION; default us-east-1).' },
  's3-prefix': { value: 'TEXT', description: 'Prefix of every name in the bucket.' },
  's3-direct': {
    description:
      'Lets clients use the bucket directly: links to files redirect (302) to an address there that is\nvalid for 15 minutes, and large files may be uploaded there.',
  },
  's3-public-endpoint': {
    value: 'URL',
    description: 'With --s3-direct: address of the bucket for clients (default: --s3-endpoint).',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** Location of the data, from the options or the environment. */
export function readLocation(args: Arguments): Pick<ServiceOptions, 'databaseUrl'> & {
  readonly folder: string;
} {
  const shownUrl = args.text('database-url');
  if (shownUrl !== null && (URL.parse(shownUrl)?.password ?? '') !== '') {
    printNote(
      '--database-url can be read by others in the list of processes: GUISE_DATABASE_URL cannot',
    );
  }
  const databaseUrl = shownUrl ?? process.env['GUISE_DATABASE_URL'] ?? null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError('--database-url takes an address that begins with postgres://.');
  }
  const folder = resolve(args.text('data') ?? process.env['GUISE_DATA'] ?? defaultFolder());
  return { folder, databaseUrl };
}

/** The bucket of {@link storageOptions}; null when none is named. */
export function readBucket(args: Arguments): ServiceOptions['s3'] {
  const bucket = args.text('s3-bucket');
  if (bucket === null) {
    return null;
  }
  const publicEndpoint = args.text('s3-public-endpoint') ?? undefined;
  if (publicEndpoint !== undefined && !args.has('s3-direct')) {
    throw new UsageError('--s3-public-endpoint is for --s3-direct.');
  }
  return {
    bucket,
    credentials: findCredentials(),
    region: args.text('s3-region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
    endpoint: args.text('s3-endpoint') ?? undefined,
    prefix: args.text('s3-prefix') ?? undefined,
    direct: args.has('s3-direct') ? { endpoint: publicEndpoint } : undefined,
  };
}

/** Undefined: the SDK looks for them, also for those that a session token belongs to and that run out. */
function findCredentials(): S3Credentials | undefined {
  const accessKeyId = process.env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = process.env['AWS_SECRET_ACCESS_KEY'];
  return accessKeyId === undefined ||
    secretAccessKey === undefined ||
    process.env['AWS_SESSION_TOKEN'] !== undefined
    ? undefined
    : { accessKeyId, secretAccessKey };
}

function defaultFolder(): string {
  const base =
    process.platform === 'win32'
      ? (process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'))
      : (process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'));
  return join(base, 'guise', 'service');
}

function shorten(path: string): string {
  return path.startsWith(homedir()) ? path.replace(homedir(), '~') : path;
}
