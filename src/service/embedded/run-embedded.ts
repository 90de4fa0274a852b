import { readFile } from 'node:fs/promises';
import type { FrameLinkAddress } from '../../contract/frame-link.ts';
import { invariant } from '../../base/errors.ts';
import {
  type EmbeddedAnswers,
  embeddedMethods,
  type ServiceStart,
  type StartedService,
} from '../../contract/embedded.ts';
import { checkQuestions } from '../../contract/peer-methods.ts';
import { createRunKey } from '../accounts/first-account.ts';
import { parseMasterKey } from '../accounts/secret-file.ts';
import { createLogger, type Logger } from '../http/log.ts';
import { endOnCrash } from '../process/end-on-crash.ts';
import { serveParent } from '../../engine/threads/serve-parent.ts';
import { detectSandbox } from '../sandbox/bubblewrap.ts';
import { openService, type Service } from '../start/service.ts';
import { recoverStore } from '../store/sqlite/recover.ts';
import type { QueryDependencies } from './query-dependencies.ts';
import { createConversionQueries } from './conversion-queries.ts';
import { createJobQueries } from './job-queries.ts';
import { createInspectionQueries } from './inspection-queries.ts';
import { createPackQueries } from './pack-queries.ts';
import { createStoreQueries } from './store-queries.ts';
import { createVoiceQueries } from './voice-queries.ts';

/** A stop that takes longer is abandoned: the leases of running jobs expire by themselves. */
const STOP_MS = 10_000;
const DAY_MS = 86_400_000;

/** Waits for the parent, starts the service, and stops it on request or when the parent is gone. */
export function runEmbedded(): void {
  const embedded = new EmbeddedProcess();
  const stop = (): void => void embedded.stop();
  serveParent(checkQuestions(embeddedMethods, embedded.answers), {
    isConcurrent: true,
    onClose: stop,
  });
  process.on('SIGTERM', stop);
}

/** The service in this process: started once. */
class EmbeddedProcess implements QueryDependencies {
  #service: Promise<Service | null> | null = null;
  #folder: string | null = null;
  #dataDir: string | null = null;
  #logger = createLogger('info', process.stderr);
  #isStopping = false;
  readonly readService = () => this.#service;
  readonly readFolder = () => this.#folder;
  readonly answers: EmbeddedAnswers = {
    start: (start, { report }) => this.#start(start, (maxDurationMs) => report({ maxDurationMs })),
    ping: () => undefined,
    stop: () => void this.stop(),
    // The app polls: a job that cannot be read now is requested again.
    readDetails: async (jobId) => {
      const service = await this.#service;
      const details = service?.core.readJobDetails(service.accountId, jobId);
      return (await details?.catch(() => null)) ?? null;
    },
    usePacks: async (setup) => {
      this.#folder = setup.folder;
      (await this.#service)?.core.context.packs.set(setup);
    },
    signResults: async (isOn) => (await this.#service)?.resultSigner.set(isOn),
    prepareLive: (path) => this.#prepareLive(path),
    setCoverCard: (path) => this.#setCoverCard(path),
    sendFramesTo: (link) => this.#sendFramesTo(link),
    ...createPackQueries(this),
    ...createVoiceQueries(this),
    ...createConversionQueries(this),
    ...createStoreQueries(this),
    ...createJobQueries(this),
    ...createInspectionQueries(() => this.#dataDir),
  };

  constructor() {
    endOnCrash({
      name: 'service',
      logger: () => this.#logger,
      stop: async () => {
        this.#isStopping = true;
        await (await this.#service)?.stop();
      },
    });
  }

  /** Ends this process. */
  async stop(): Promise<void> {
    if (this.#isStopping) {
      return;
    }
    this.#isStopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    const code = await (await this.#service)?.stop().then(
      () => 0,
      (error: unknown) => {
        this.#logger.error({ err: error }, 'the service could not be closed whole');
        return 1;
      },
    );
    process.exit(code ?? 0);
  }

  async #start(
    start: ServiceStart,
    onPreparing: (maxDurationMs: number) => void,
  ): Promise<StartedService> {
    invariant(this.#service === null, 'the service is started once');
    this.#dataDir = start.dataDir;
    this.#folder = start.packs?.folder ?? this.#folder;
    this.#logger = createLogger(start.logLevel, process.stderr);
    const opening = open(start, this.#logger, onPreparing);
    this.#service = opening.then(
      ({ service }) => service,
      () => null,
    );
    try {
      return (await opening).started;
    } catch (error) {
      this.#logger.error({ err: error }, 'the service could not start');
      process.exitCode = 1;
      throw error;
    }
  }

  /**
   * Not awaited by anyone. A camera without frames shows its card, so a failure is no reason to stop the
   * service.
   */
  async #sendFramesTo(link: FrameLinkAddress | null): Promise<void> {
    try {
      await (await this.#service)?.live.find('real_time_swap_full')?.sendFramesTo?.(link);
    } catch (error) {
      this.#logger.error({ err: error }, 'live workers could not be told where frames go');
    }
  }

  /** Not awaited by anyone. When the image cannot be read, the previous card stays, which covers as well. */
  async #setCoverCard(path: string | null): Promise<void> {
    try {
      const image = path === null ? null : await readFile(path);
      await (await this.#service)?.live.find('real_time_swap_full')?.setCard?.(image);
    } catch (error) {
      this.#logger.error({ err: error }, 'live workers could not be given a cover card');
    }
  }

  /** A failure to prepare is reported to the session that needs it. */
  async #prepareLive(path: string | null): Promise<void> {
    const image = path === null ? null : await readFile(path).catch(() => null);
    const engine = (await this.#service)?.live.find('real_time_swap_full');
    await engine?.prepare(image ?? undefined).catch(() => undefined);
  }
}

async function open(
  start: ServiceStart,
  logger: Logger,
  onPreparing: (maxDurationMs: number) => void,
): Promise<{ readonly service: Service; readonly started: StartedService }> {
  if (start.recovery !== undefined) {
    logger.warn(recoverStore(start.dataDir, start.recovery), 'the database was recovered');
  }
  const service = await openService({ ...toOptions(start, logger), onPreparing });
  const apiKey = await createRunKey(service.core, service.accountId);
  const sandbox = detectSandbox();
  const mediaSandbox = sandbox.isOn ? 'on' : sandbox.reason;
  const { baseUrl, jobSlots } = service;
  return { service, started: { baseUrl, apiKey, mediaSandbox, jobSlots } };
}

function toOptions(start: ServiceStart, logger: Logger) {
  const { dataDir, masterKey, registry, slots, packs, signResults } = start;
  return {
    folder: dataDir,
    masterKey: masterKey === undefined ? null : parseMasterKey(masterKey, 'The message'),
    registry,
    slots,
    packs,
    signResults,
    // Results stay until the user removes them; files that were only inspected do not.
    retentionMs: { upload: DAY_MS },
    // A personal machine: the app may poll and upload as fast as it likes.
    tier: 'pro',
    logger,
  } as const;
}
