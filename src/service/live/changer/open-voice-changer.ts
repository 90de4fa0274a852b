import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';
import type { CloseStack } from '../../start/close-stack.ts';
import type { Core } from '../../start/core.ts';
import type { SocketRoutes } from '../../http/socket-routes.ts';
import { voiceEngine } from '../engine-facts.ts';
import type { LiveEngines } from '../live-engines.ts';
import { LiveEndpoint } from '../socket/live-endpoint.ts';
import { isLive, type RvcVoices, findSpeed } from '../../voices/rvc/rvc-voices.ts';
import { openChangerHost } from './changer-host.ts';
import { openPackStreams } from './pack-stream-host.ts';
import type { StreamTarget } from './stream-target.ts';
import { openVoiceAnalyzerHost } from '../../voices/analysis/voice-analyzer-host.ts';
import { voiceSocketLimits } from './voice-limits.ts';
import { VoiceRun } from './voice-run.ts';

/** Dependencies of the voice changer. */
export interface VoiceChangerDependencies {
  readonly core: Core;
  readonly live: LiveEngines;
  readonly sockets: SocketRoutes;
  /** Voices of models. */
  readonly rvc: RvcVoices;
  readonly onTrouble: (message: string, error: unknown) => void;
}

/** Adds the voice changer: its engine and its socket. Threads start when they are first needed. */
export function openVoiceChanger(
  { core, live, sockets, rvc, onTrouble }: VoiceChangerDependencies,
  closing: CloseStack,
): void {
  const thread = openChangerHost();
  const packs = openPackStreams();
  const analyzer = openVoiceAnalyzerHost();
  const findTarget = async (voiceId: string): Promise<StreamTarget | null> =>
    (await findCatalogueTarget(voiceId)) ?? findPackTarget(rvc, voiceId);
  const endpoint = new LiveEndpoint({
    feature: voiceEngine.feature,
    core,
    limits: voiceSocketLimits,
    onTrouble,
    open: (session) =>
      new VoiceRun({ core, thread, packs, analyzer, findTarget, onTrouble }, session),
  });
  sockets.add(voiceEngine.streamPath, endpoint.accept);
  const unregister = live.register({
    ...voiceEngine,
    prepare: () => Promise.resolve(thread.prepare()),
  });
  closing.add(async () => {
    unregister();
    await endpoint.close();
    await thread.close();
    packs.close();
    await analyzer.close();
  });
}

async function findCatalogueTarget(voiceId: string): Promise<VoiceTarget | null> {
  const { findChangerTarget } = await import('../../../engine/voice/changer/changer-catalogue.ts');
  return findChangerTarget(voiceId)?.target ?? null;
}

/**
 * Excludes a voice that is too slow here for live speech, even if it was fast enough when the session was
 * opened.
 */
async function findPackTarget(rvc: RvcVoices, voiceId: string): Promise<StreamTarget | null> {
  const entry = (await rvc.list()).find(({ id }) => id === voiceId);
  const speed = entry === undefined || !isLive(entry) ? null : findSpeed(entry);
  return entry === undefined || speed === null ? null : { files: entry.files, load: speed.load };
}
