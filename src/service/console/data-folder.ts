import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '../../base/errors.ts';
import type { ServiceOptions } from '../start/service-options.ts';
import { note } from './print.ts';
import { type Arguments, type Option, UsageError } from './usage.ts';

/** Options of every command that works on the data of a service. */
export const dataOptions = {
  data: {
    value: 'DIR',
    about: `Data folder (GUISE_DATA; default ${shorten(defaultFolder())}).`,
  },
  'database-url': {
    value: 'URL',
    about:
      'PostgreSQL instead of SQLite, postgres://…; with a password rather in\nGUISE_DATABASE_URL, which others cannot see.',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** Options of commands that store files. */
export const storageOptions = {
  's3-bucket': {
    value: 'NAME',
    about:
      'Bucket for files instead of the data folder. Keys come from\nAWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  },
  's3-endpoint': { value: 'URL', about: 'S3 service; default: that of Amazon.' },
  's3-region': { value: 'NAME', about: 'Region (AWS_REGION; default us-east-1).' },
  's3-prefix': { value: 'TEXT', about: 'Put before every name in the bucket.' },
} as const satisfies Readonly<Record<string, Option>>;

/** Where the data lies, from the options or the environment. */
export function readLocation(given: Arguments): Pick<ServiceOptions, 'databaseUrl'> & {
  readonly folder: string;
} {
  const shownUrl = given.text('database-url');
  if (shownUrl !== null && (URL.parse(shownUrl)?.password ?? '') !== '') {
    note(
      '--database-url can be read by others in the list of processes: GUISE_DATABASE_URL cannot',
    );
  }
  const databaseUrl = shownUrl ?? process.env['GUISE_DATABASE_URL'] ?? null;
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new UsageError('--database-url takes an address that begins with postgres://.');
  }
  const folder = resolve(given.text('data') ?? process.env['GUISE_DATA'] ?? defaultFolder());
  return { folder, databaseUrl };
}

/** The bucket of {@link storageOptions}; null when none is named. */
export function readBucket(given: Arguments): ServiceOptions['s3'] {
  const bucket = given.text('s3-bucket');
  if (bucket === null) {
    return null;
  }
  const accessKeyId = process.env['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = process.env['AWS_SECRET_ACCESS_KEY'];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new AppError(
      'invalid_input',
      'A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.',
    );
  }
  return {
    bucket,
    accessKeyId,
    secretAccessKey,
    region: given.text('s3-region') ?? process.env['AWS_REGION'] ?? 'us-east-1',
    endpoint: given.text('s3-endpoint') ?? undefined,
    prefix: given.text('s3-prefix') ?? undefined,
  };
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
