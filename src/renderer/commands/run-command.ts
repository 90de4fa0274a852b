import type { App } from '../app/app-context.ts';
import type { Command, CommandSpec, HotkeyActions } from './command.ts';

/** Runs a command, or reports why it has no effect now. */
export function runCommand(
  app: Pick<App, 'text' | 'notify'>,
  { missing, run }: Pick<Command, 'missing' | 'run'>,
): void {
  if (missing === null || missing === undefined) {
    run();
  } else {
    app.notify({ tone: 'info', title: app.text().t(missing) });
  }
}

/** A command with global keys: it carries out an action that is open to other programs. */
export function createLiveActionCommand(
  app: App,
  spec: Omit<CommandSpec, 'run' | 'wish'> & { readonly wish: HotkeyActions },
): CommandSpec {
  const { press, toggle } = spec.wish;
  return { ...spec, run: () => void app.attempt(() => app.act(toggle ?? press)) };
}
