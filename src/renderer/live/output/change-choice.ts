import type { LiveChoice } from '../../../contract/live-choice.ts';
import type { App } from '../../app/app-context.ts';

/**
 * Changes the live settings: stores them for the next start, and applies them to the running session. Throws
 * when the session refuses.
 */
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
