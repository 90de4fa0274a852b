import { readFile } from 'node:fs/promises';
import { AppError, toWireError } from '../../base/errors.ts';
import {
  type DetailsQuestion,
  type FromEmbedded,
  type StartMessage,
  toEmbeddedSchema,
} from '../../contract/embedded.ts';
import type { PackSetup } from '../../contract/model-packs.ts';
import { endOnCrash } from '../process/end-on-crash.ts';
import { createRunKey } from '../accounts/first-account.ts';
import { createLogger, type Logger } from '../http/log.ts';
import { parseMasterKey } from '../accounts/secret-file.ts';
import { findSandbox } from '../sandbox/bubblewrap.ts';
import { openService, type Service } from '../start/service.ts';
import { recoverStore } from '../store/recover.ts';
import { createSpeechHost } from '../voices/speech/speech-host.ts';
import { createConversionAnswers } from './answer-conversions.ts';
import { answerPacks } from './answer-packs.ts';
import { answerStore } from './answer-store.ts';
import { answerVoices } from './answer-voices.ts';
import { openParentPort, type ParentPort } from '../../engine/threads/parent-port.ts';

/** A stop that takes longer is given up: the leases of running jobs run out by themselves. */
const STOP_MS = 10_000;
const DAY_MS = 86_400_000;

/** Waits for the parent, starts the service, stops it when the parent says so or is gone. */
export function runEmbedded(port: ParentPort<FromEmbedded> = openParentPort()): void {
  let service: Promise<Service | null> | null = null;
  let isStopping = false;
  let folder: string | null = null;
  let logger = createLogger('info', process.stderr);
  const speech = createSpeechHost(() => folder);
  const answerConversions = createConversionAnswers(port);

  async function stop(): Promise<void> {
    if (isStopping) {
      return;
    }
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    const code = await (await service)?.stop().then(
      () => 0,
      (error: unknown) => {
        logger.error({ err: error }, 'the service could not be closed whole');
        return 1;
      },
    );
    process.exit(code ?? 0);
  }
  endOnCrash({
    name: 'service',
    logger: () => logger,
    stop: async () => {
      isStopping = true;
      await (await service)?.stop();
    },
  });

  port.onMessage((raw) => {
    const parsed = toEmbeddedSchema.safeParse(raw);
    if (!parsed.success) {
      const text = 'The message to the embedded service cannot be read.';
      port.send({ type: 'failed', error: toWireError(new AppError('invalid_input', text)) });
    } else if (parsed.data.type === 'ping') {
      port.send({ type: 'pong' });
    } else if (parsed.data.type === 'stop') {
      void stop();
    } else if (parsed.data.type === 'details') {
      void answerDetails(port, service, parsed.data);
    } else if (parsed.data.type === 'use_packs') {
      ({ folder } = parsed.data.setup);
      void usePacks(service, parsed.data.setup);
    } else if (parsed.data.type === 'prepare_live') {
      void prepareLive(service, parsed.data.picture);
    } else if (parsed.data.type === 'start') {
      folder = parsed.data.packs?.folder ?? folder;
      logger = createLogger(parsed.data.logLevel, process.stderr);
      service ??= start(port, parsed.data, logger);
    } else if (parsed.data.type === 'list_packs' || parsed.data.type === 'measure_packs') {
      void answerPacks(port, service, parsed.data);
    } else if (
      parsed.data.type === 'measure_store' ||
      parsed.data.type === 'delete_content' ||
      parsed.data.type === 'delete_uploads' ||
      parsed.data.type === 'delete_set_aside'
    ) {
      void answerStore(port, service, parsed.data);
    } else if (
      parsed.data.type === 'list_targets' ||
      parsed.data.type === 'convert_recording' ||
      parsed.data.type === 'cancel_conversion'
    ) {
      void answerConversions(parsed.data, { starting: service, folder });
    } else {
      void answerVoices(port, speech, { asked: parsed.data, folder });
    }
  });
  port.onGone(() => {
    void stop();
  });
  process.on('SIGTERM', () => {
    void stop();
  });
}

async function start(
  port: ParentPort<FromEmbedded>,
  message: StartMessage,
  logger: Logger,
): Promise<Service | null> {
  try {
    if (message.recovery !== undefined) {
      logger.warn(recoverStore(message.dataDir, message.recovery), 'the database was recovered');
    }
    const service = await openService({
      ...toOptions(message, logger),
      onPreparing: (maxDurationMs) => {
        port.send({ type: 'preparing', maxDurationMs });
      },
    });
    const apiKey = await createRunKey(service.core, service.accountId);
    const sandbox = findSandbox();
    const mediaSandbox = sandbox.isOn ? 'on' : sandbox.reason;
    port.send({ type: 'started', baseUrl: service.baseUrl, apiKey, mediaSandbox });
    return service;
  } catch (error) {
    logger.error({ err: error }, 'the service could not start');
    port.send({ type: 'failed', error: toWireError(error) });
    process.exitCode = 1;
    return null;
  }
}

async function answerDetails(
  port: ParentPort<FromEmbedded>,
  starting: Promise<Service | null> | null,
  { id, jobId }: DetailsQuestion,
): Promise<void> {
  const service = await starting;
  // The app asks while it watches: a job that cannot be read now is asked for again.
  const details =
    (await service?.core.readJobDetails(service.accountId, jobId).catch(() => null)) ?? null;
  port.send({ type: 'details', id, details });
}

async function usePacks(starting: Promise<Service | null> | null, setup: PackSetup): Promise<void> {
  (await starting)?.core.context.packs.set(setup);
}

/** What cannot be prepared is told to the session that needs it. */
async function prepareLive(
  starting: Promise<Service | null> | null,
  picture: string | null,
): Promise<void> {
  const image = picture === null ? null : await readFile(picture).catch(() => null);
  const engine = (await starting)?.live.find('real_time_swap_full');
  await engine?.prepare(image ?? undefined).catch(() => undefined);
}

function toOptions({ dataDir, masterKey, registry, slots, packs }: StartMessage, logger: Logger) {
  return {
    folder: dataDir,
    masterKey: masterKey === undefined ? null : parseMasterKey(masterKey, 'The message'),
    registry,
    slots,
    packs,
    // Results stay until the user removes them; files that were only looked at do not.
    retentionMs: { upload: DAY_MS },
    // One person's own machine: the app polls and uploads as fast as it likes.
    tier: 'pro',
    logger,
  } as const;
}
