import type { VoiceTarget } from '../../../engine/voice/changer/voice-target.ts';
import type { CloseStack } from '../../close-stack.ts';
import type { Core } from '../../core.ts';
import type { SocketRoutes } from '../../http/socket-routes.ts';
import type { LiveEngines } from '../../live-engines.ts';
import { createLiveDoor } from '../socket/live-door.ts';
import { openChangerThread } from './changer-thread.ts';
import { openVoiceDesk } from './voice-desk.ts';
import { voiceSocketLimits } from './voice-limits.ts';
import { VoiceRun } from './voice-run.ts';

/** What the voice changer is added to. */
export interface VoiceChangerParts {
  readonly core: Core;
  readonly live: LiveEngines;
  readonly sockets: SocketRoutes;
  readonly onTrouble: (what: string, error: unknown) => void;
}

const STREAM_PATH = '/voice-changer/stream';

/** Adds the voice changer: its engine and its socket. Threads start when they are first needed. */
export function openVoiceChanger(
  { core, live, sockets, onTrouble }: VoiceChangerParts,
  closing: CloseStack,
): void {
  const thread = openChangerThread();
  const desk = openVoiceDesk();
  const door = createLiveDoor({
    feature: 'voice_changer',
    core,
    limits: voiceSocketLimits,
    onTrouble,
    open: (session) =>
      new VoiceRun({ core, thread, desk, findTarget: findCatalogueTarget, onTrouble }, session),
  });
  sockets.add(STREAM_PATH, door.accept);
  const takeBack = live.register({
    feature: 'voice_changer',
    model: 'guise-voice-1',
    streamPath: STREAM_PATH,
    defaultPrompt: '',
    prepare: () => Promise.resolve(thread.prepare()),
  });
  closing.add(async () => {
    takeBack();
    await door.close();
    await thread.close();
    await desk.close();
  });
}

async function findCatalogueTarget(voiceId: string): Promise<VoiceTarget | null> {
  const { findChangerTarget } = await import('../../../engine/voice/changer/changer-catalogue.ts');
  return findChangerTarget(voiceId)?.target ?? null;
}
