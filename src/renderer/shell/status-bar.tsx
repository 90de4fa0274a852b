import { StatusDot } from '../../ui/status-dot.tsx';
import { useApp, useDevices, useService } from '../app/app-context.ts';
import { restartService } from '../commands/app-actions.ts';
import { CommandKeys, useCommand } from '../commands/command-keys.tsx';
import { useText } from '../i18n/use-text.ts';
import { QueueButton } from '../queue/queue-button.tsx';
import { MessagesButton } from '../messages/messages-button.tsx';
import { OutputStatusLine } from '../live/output/output-status-line.tsx';
import { StatusBalance } from './status-balance.tsx';
import { useActiveService } from './use-active-service.ts';

/**
 * The line at the bottom: which service is in use and its state, what looks or listens on every screen,
 * the machine, and where the commands are.
 */
export function StatusBar() {
  const { t } = useText();
  const { title, tone, stateKey } = useActiveService();
  const isCameraOn = useDevices(({ camera }) => camera.state === 'on');
  const isMicrophoneOn = useDevices(({ microphone }) => microphone.state === 'on');
  const cores = navigator.hardwareConcurrency;
  return (
    <footer className="status-bar" aria-label={t('status.label')}>
      <ul className="status-facts">
        <li>
          <StatusDot tone={tone}>{`${title}: ${t(stateKey)}`}</StatusDot>
          <RestartButton />
        </li>
        <StatusBalance />
        <OutputStatusLine />
        {isCameraOn ? (
          <li className="status-minor">
            <StatusDot tone="good">{t('status.camera_on')}</StatusDot>
          </li>
        ) : null}
        {isMicrophoneOn ? (
          <li className="status-minor">
            <StatusDot tone="good">{t('status.microphone_on')}</StatusDot>
          </li>
        ) : null}
        <li className="status-minor" title={t('status.cores_hint')}>
          {t('status.cores', { count: cores })}
        </li>
      </ul>
      <div className="status-actions">
        <QueueButton />
        <CommandButton id="app.commands" label={t('status.commands')} />
        <CommandButton id="app.shortcuts" label={t('status.shortcuts')} />
        <MessagesButton />
      </div>
    </footer>
  );
}

/** Stands beside the state when the service in use is the one of this computer and does not run. */
function RestartButton() {
  const app = useApp();
  const { t } = useText();
  const { profile } = useActiveService();
  const hasFailed = useService(({ embedded }) => embedded.state === 'failed');
  return profile.kind === 'embedded' && hasFailed ? (
    <button type="button" className="status-action" onClick={() => restartService(app)}>
      {t('action.start_again')}
    </button>
  ) : null;
}

function CommandButton({ id, label }: { readonly id: string; readonly label: string }) {
  const command = useCommand(id);
  return command === undefined ? null : (
    <button type="button" className="status-action" onClick={() => command.run()}>
      {label}
      <CommandKeys id={id} />
    </button>
  );
}
