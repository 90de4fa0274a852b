import type { TrayView } from '../../contract/ipc/desktop.ts';
import type { App } from '../app/app-context.ts';
import { runCommand } from '../commands/run-command.ts';
import { toOutputStatus } from '../live/output/output-status.ts';
import { toQueueParts, toQueueProgress } from '../queue/queue-facts.ts';

/** Commands of the tray menu: those needed while another program is in front. */
const trayCommands = [
  'live.cover',
  'live.uncover',
  'voice.mute',
  'capture.toggle_recording',
  'live.end',
  'queue.pause',
];

/** Updates the tray icon and the taskbar progress from the page's state. */
export function syncDesktop(app: App): void {
  const { desktop, attempt } = app;
  let sent = '';
  let shown: number | null = null;
  const update = (): void => {
    const view = app.settings.getState().settings.hasTray ? toTrayView(app) : null;
    const text = JSON.stringify(view);
    if (text !== sent) {
      sent = text;
      void attempt(() => desktop.getState().useTray(view));
    }
    const fraction = findProgress(app);
    if (fraction !== shown) {
      shown = fraction;
      void attempt(() => desktop.getState().showProgress(fraction));
    }
  };
  app.bridge.on('desktop.tray_pressed', ({ id }) => {
    const command = app.commands().find((one) => one.id === id);
    if (command !== undefined) {
      runCommand(app, command);
    }
  });
  update();
  for (const store of [app.settings, app.live, app.captures, app.jobs, app.queue]) {
    store.subscribe(update);
  }
  app.changer.subscribe(({ isMuted, session }, before) => {
    // Levels and delays change many times a second.
    if (isMuted !== before.isMuted || session.phase !== before.session.phase) {
      update();
    }
  });
  app.virtualCamera.subscribe(update);
}

/** Current content of the tray icon. */
export function toTrayView(app: App): TrayView {
  const { t } = app.text();
  const commands = app.commands();
  const { fps } = app.settings.getState().settings.live;
  const status = toOutputStatus(app.live.getState(), fps, app.virtualCamera.getState().view);
  const own = (id: 'window' | 'quit'): TrayView['items'][number] => ({
    id,
    label: t(`tray.${id}`),
    isEnabled: true,
    press: null,
  });
  const items = commands
    .filter(({ id }) => trayCommands.includes(id))
    .toSorted((one, other) => trayCommands.indexOf(one.id) - trayCommands.indexOf(other.id))
    .map(({ id, title, missing, wish }) => ({
      id,
      label: title,
      isEnabled: missing === null || missing === undefined,
      press: wish?.toggle ?? wish?.press ?? null,
    }));
  return {
    tooltip: `${t('app.name')} · ${t(`output.${status.is}`)}`,
    items: [own('window'), ...items, own('quit')],
  };
}

/** In steps of a hundredth, which is finer than any taskbar. */
function findProgress({ jobs, queue }: App): number | null {
  const parts = toQueueParts(jobs.getState().jobs, queue.getState().queue);
  const { isActive, fraction } = toQueueProgress(parts);
  return isActive ? Math.round((fraction ?? 0) * 100) / 100 : null;
}
