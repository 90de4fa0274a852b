import type { LiveChoice } from '../../contract/live-choice.ts';
import type { App } from '../app/app-context.ts';

/** Changes how the user goes live: kept for the next start, and the running session is told. Throws when it refuses. */
export async function changeLiveChoice(
  { settings, live }: Pick<App, 'settings' | 'live'>,
  patch: Partial<LiveChoice>,
): Promise<void> {
  const next = { ...settings.getState().settings.live, ...patch };
  const kept = settings.getState().change({ live: next });
  const isInstruction =
    patch.prompt !== undefined || patch.background !== undefined || patch.part !== undefined;
  if (patch.characterId !== undefined) {
    await live.getState().change(next, 'character');
  } else if (isInstruction) {
    await live.getState().change(next, 'prompt');
  }
  await kept;
}
