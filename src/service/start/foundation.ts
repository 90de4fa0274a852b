import { join } from 'node:path';
import { systemClock, type Clock } from '../../base/clock.ts';
import {
  type Feature,
  isJobFeature,
  type JobFeature,
  type LiveFeature,
} from '../../contract/api/features.ts';
import { embeddedPrices } from '../billing/prices.ts';
import type { CloseStack } from './close-stack.ts';
import { type Core, createCore } from './core.ts';
import {
  createUrlSigner,
  deriveLinkKey,
  linkValidityMs,
  type UrlSigner,
} from '../files/signed-url.ts';
import { openFirstAccount } from '../accounts/first-account.ts';
import { createLinks, createPublicAddress, type PublicAddress } from '../http/address.ts';
import { describeJob } from '../http/describe-job.ts';
import { isLoopbackAddress } from '../http/host-guard.ts';
import type { Links } from '../http/handler-dependencies.ts';
import { readInstalledFeatures, readRequestCheck, type RequestCheck } from '../jobs/worker-pool.ts';
import { swapEngine, voiceEngine } from '../live/engine-facts.ts';
import { canOpenRooms } from '../live/swap/open-rooms.ts';
import { createLiveEngines, type LiveEngines } from '../live/live-engines.ts';
import { openRvcVoices, type RvcVoices } from '../voices/rvc/rvc-voices.ts';
import { ResultSigner } from '../provenance/result-signer.ts';
import { openMasterKey } from '../accounts/master-key.ts';
import { type NodeOptions, NodePresence } from '../nodes/node-presence.ts';
import { nodeRoles } from '../nodes/roles.ts';
import { countJobSlots } from './job-slots.ts';
import { defaultPolicy } from './policy.ts';
import type { ServiceOptions } from './service-options.ts';
import { openStorage, type Storage } from './storage.ts';
import { openDatabaseClock } from '../store/database-clock.ts';
import type { Store } from '../store/open.ts';
import { readProgramVersion } from '../sandbox/program-version.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { createHostedPolicy, createLoopbackPolicy, type TargetPolicy } from '../webhooks/target.ts';

/** Base of all parts of a service: its data, its rules and its URL. */
export interface Foundation {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly core: Core;
  /** This process among those that share its database. */
  readonly node: NodePresence;
  /** Account of the service's owner. */
  readonly accountId: string;
  /** Receives traces; null when tracing is off. */
  readonly tracer: Tracer | null;
  readonly address: PublicAddress;
  readonly signer: UrlSigner;
  /** Signer of the results. */
  readonly resultSigner: ResultSigner;
  readonly links: Links;
  readonly live: LiveEngines;
  /** Current folder of the user's models; null when there is none. */
  readonly readModelFolder: () => string | null;
  /** Voices of models of the user. */
  readonly rvc: RvcVoices;
  /** URL of the processor registry, and its features. */
  readonly registry: string;
  readonly installed: ReadonlySet<JobFeature>;
  readonly checkRequest: RequestCheck;
  /** Allowed webhook targets. */
  readonly targets: TargetPolicy;
  /** True when only this machine can reach the service. */
  readonly isLocal: boolean;
}

/** Opens the data folder and binds the rules to it. */
export async function openFoundation(
  options: ServiceOptions,
  closing: CloseStack,
): Promise<Foundation> {
  const { folder, host = '127.0.0.1', publicUrl = null } = options;
  const storage = await openStorage(options, options.clock ?? systemClock);
  closing.add(() => storage.close());
  const clock = options.clock ?? (await openClock(storage.store, closing));
  const masterKey = await openMasterKey(storage.store, folder, options.masterKey);
  const registry =
    options.registry ?? new URL('../../capabilities/registry.ts', import.meta.url).href;
  const installed = await readInstalledFeatures(registry);
  const checkRequest = await readRequestCheck(registry);
  const live = createLiveEngines();
  const node = await joinNodes({ store: storage.store, clock, installed }, options, closing);
  const tracer = await openTracer(options, node.id, closing);
  const address = createPublicAddress(publicUrl);
  const signer = createUrlSigner([{ version: 1, key: deriveLinkKey(masterKey) }]);
  const nowMs = (): number => clock.nowMs();
  const links = createLinks({ address, signer, nowMs, validityMs: linkValidityMs });
  const core = createCore({
    store: storage.store,
    nodeId: node.id,
    clock,
    masterKey,
    prices: options.prices ?? embeddedPrices,
    // Without the role it has no slots, and sessions go to nodes that have some.
    policy: node.has('live') ? options.policy : { ...options.policy, maxStreams: 0 },
    packSetup: options.packs,
    isInstalled: (feature) =>
      isJobFeature(feature) || live.find(feature)?.isElsewhere === true
        ? node.offers(feature)
        : live.find(feature) !== null,
    isRunHere: (feature) => isRunHere(live, feature),
    describeJob: (job) => describeJob(job, links),
  });
  const { id: accountId } = await openFirstAccount(core, options.tier ?? 'default');
  const isLocal = isLoopbackAddress(host);
  const targets = choosePolicy(options, isLocal && publicUrl === null, () => [address.port()]);
  const onTrouble = (message: string, error: unknown): void => {
    options.logger.error({ err: error }, message);
  };
  const isOn = options.signResults ?? true;
  const resultSigner = new ResultSigner({ folder, masterKey, isOn, onTrouble });
  const readModelFolder = (): string | null => core.context.packs.read()?.folder ?? null;
  const rvc = openRvcVoices({
    readFolder: readModelFolder,
    path: join(folder, 'voice-speeds.json'),
    onTrouble,
  });
  closing.add(() => rvc.close());
  const known = {
    storage,
    clock,
    core,
    node,
    accountId,
    tracer,
    address,
    signer,
    resultSigner,
    links,
    live,
    rvc,
  };
  return { ...known, readModelFolder, registry, installed, checkRequest, targets, isLocal };
}

function isRunHere(live: LiveEngines, feature: Feature): boolean {
  const engine = isJobFeature(feature) ? null : live.find(feature);
  return engine !== null && engine.isElsewhere !== true;
}

/** Registers this service with the others of the database, until it is closed. */
async function joinNodes(
  known: Pick<NodeOptions, 'store' | 'clock' | 'installed'>,
  options: ServiceOptions,
  closing: CloseStack,
): Promise<NodePresence> {
  const { roles = nodeRoles, slots, policy } = options;
  const node = new NodePresence({
    ...known,
    leaseMs: policy?.leaseMs ?? defaultPolicy.leaseMs,
    liveFeatures: listLiveFeatures(options),
    roles,
    slots: roles.includes('jobs') ? countJobSlots(slots) : 0,
    liveSlots: roles.includes('live') ? (policy?.maxStreams ?? defaultPolicy.maxStreams) : 0,
  });
  closing.add(() => node.leave());
  await node.join();
  return node;
}

/** Session features that a node with the role can run. Custom processors come with custom engines. */
function listLiveFeatures({
  registry,
  host = '127.0.0.1',
  publicUrl = null,
  roomEnv: env = {},
}: ServiceOptions): readonly LiveFeature[] {
  const rooms = { host, isProxied: publicUrl !== null, pageOrigins: [], env };
  return registry === undefined
    ? [voiceEngine.feature, ...(canOpenRooms(rooms) ? [swapEngine.feature] : [])]
    : [];
}

/** Closed after everything that is traced. */
async function openTracer(
  { traces, logger }: ServiceOptions,
  instanceId: string,
  closing: CloseStack,
): Promise<Tracer | null> {
  if (traces === undefined || traces === null) {
    return null;
  }
  const { OtlpTracer } = await import('../tracing/otlp-tracer.ts');
  const resource = { name: 'guise-service', version: readProgramVersion(), instanceId };
  const tracer = new OtlpTracer({
    ...traces,
    resource,
    onState(state, dropped, why) {
      const text = state === 'lost' ? 'traces are not taken' : 'traces are taken again';
      logger.warn({ dropped_spans: dropped, ...(why !== null && { why }) }, text);
    },
  });
  closing.add(() => tracer.close());
  return tracer;
}

/** Services that share a database share its time. */
async function openClock({ db, engine }: Store, closing: CloseStack): Promise<Clock> {
  if (engine === 'sqlite') {
    return systemClock;
  }
  const clock = await openDatabaseClock(db);
  closing.add(() => Promise.resolve(clock.close()));
  return clock;
}

/** A service for one person may call back programs of the same machine, a service for others must not. */
function choosePolicy(
  { webhookAllowances }: ServiceOptions,
  isPrivate: boolean,
  ownPorts: () => readonly number[],
): TargetPolicy {
  return isPrivate && webhookAllowances === undefined
    ? createLoopbackPolicy(ownPorts)
    : createHostedPolicy(webhookAllowances ?? [], ownPorts);
}
