import { AppError } from '../../base/errors.ts';
import { toFirstKeyPath, openFirstKey } from '../accounts/first-account.ts';
import { createLogger } from '../http/log.ts';
import { findRunning } from '../start/open-owner.ts';
import { findSecretFile } from '../accounts/secret-file.ts';
import { openService } from '../start/service.ts';
import { dataOptions, readBucket, readLocation, storageOptions } from './data-folder.ts';
import type { ReadDetails } from './poll-progress.ts';
import { choosesModels, modelOptions, readModels } from './model-options.ts';
import { printNote } from './print.ts';
import { toRegistry } from './registry.ts';
import { type Arguments, type Option, UsageError } from './usage.ts';

/** Options of commands that call the API. */
export const connectOptions = {
  'base-url': { value: 'URL', description: 'Service to use, …/api/v1 (GUISE_BASE_URL).' },
  'api-key': {
    value: 'KEY',
    description: 'Key of that service; prefer GUISE_API_KEY, which other users cannot see.',
  },
  ...dataOptions,
  ...storageOptions,
  ...modelOptions,
  processors: {
    value: 'MODULE',
    description: 'Another list of processors for a service started by this command.',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** URL of the API, and the key for it. */
export interface ConsoleConnection {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Reads details of a job beyond the API; null for a service that was given by its URL. */
  readonly readDetails: ReadDetails | null;
  /** Stops the service when it was started for this. */
  close(): Promise<void>;
}

/** The service that was named, else the running one of the data folder, else one started now. */
export async function connect(args: Arguments): Promise<ConsoleConnection> {
  const baseUrl = args.text('base-url') ?? process.env['GUISE_BASE_URL'] ?? null;
  if (args.text('api-key') !== null) {
    printNote('--api-key can be read by others in the list of processes: GUISE_API_KEY cannot');
  }
  const apiKey = args.text('api-key') ?? process.env['GUISE_API_KEY'] ?? null;
  if (baseUrl !== null) {
    refuseModels(args);
    if (!URL.canParse(baseUrl)) {
      throw new AppError('invalid_input', `${baseUrl} is no address, such as https://host/api/v1.`);
    }
    if (apiKey === null) {
      throw new AppError('unauthorized', 'A key is needed: GUISE_API_KEY or --api-key.');
    }
    return { baseUrl, apiKey, readDetails: null, close: () => Promise.resolve() };
  }
  const { folder } = readLocation(args);
  const owner = await findRunning(folder);
  const runningUrl = (await owner?.call('readStatus'))?.base_url ?? null;
  if (owner === null || runningUrl === null) {
    return startHere(args, apiKey);
  }
  refuseModels(args);
  const key = apiKey ?? (await findSecretFile(toFirstKeyPath(folder)))?.trim() ?? null;
  return {
    baseUrl: runningUrl,
    apiKey: requireKey(key),
    readDetails: (job) => owner.call('readJobDetails', { job }),
    close: () => Promise.resolve(),
  };
}

/** A service that runs already has its own models. */
function refuseModels(args: Arguments): void {
  if (choosesModels(args)) {
    throw new UsageError(
      '--models, --swapper, --restorer and --occluder are for a service that is started for this job; this one runs already.',
    );
  }
}

async function startHere(args: Arguments, apiKey: string | null): Promise<ConsoleConnection> {
  printNote('starting the service for this job');
  const location = readLocation(args);
  const service = await openService({
    ...location,
    s3: readBucket(args),
    registry: toRegistry(args.text('processors')),
    packs: await readModels(args),
    logger: createLogger('warn', process.stderr),
  });
  try {
    const key = await openFirstKey(service.core, service.accountId, location.folder);
    return {
      baseUrl: service.baseUrl,
      apiKey: requireKey(apiKey ?? key.secret),
      readDetails: (jobId) => service.core.readJobDetails(service.accountId, jobId),
      close: () => service.stop(),
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

function requireKey(key: string | null): string {
  if (key === null) {
    throw new AppError(
      'unauthorized',
      'No key of the data folder is known here. Set GUISE_API_KEY; "keys create" creates one.',
    );
  }
  return key;
}
