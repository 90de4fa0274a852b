import type { App } from '../app/app-context.ts';
import { bindKeys } from '../commands/bind-keys.ts';
import type { Command, CommandSpec } from '../commands/command.ts';
import {
  listAppCommands,
  listAppearanceCommands,
  listGoCommands,
  listServiceCommands,
} from './app-commands.ts';
import { listLiveCommands, listCharacterCommands } from './live-commands.ts';
import { listCaptureCommands, listVoiceCommands } from './voice-commands.ts';
import { listCreateCommands, listJobCommands, listQueueCommands } from './work-commands.ts';

/**
 * The complete list of commands. Palette, shortcut list, keyboard handling, shortcut settings and global keys
 * are derived from it.
 */
export function listCommands(app: App): readonly Command[] {
  const specs: readonly CommandSpec[] = [
    ...listGoCommands(app),
    ...listLiveCommands(app),
    ...listCharacterCommands(app),
    ...listVoiceCommands(app),
    ...listCaptureCommands(app),
    ...listCreateCommands(app),
    ...listQueueCommands(app),
    ...listJobCommands(app),
    ...listServiceCommands(app),
    ...listAppearanceCommands(app),
    ...listAppCommands(app),
  ];
  return bindKeys(specs, app.settings.getState().settings.shortcuts);
}
