import { Bell } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { useApp, useMessages, useView } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import './messages-button.css';

const MessagesPanel = lazy(async () => ({
  default: (await import('./messages-panel.tsx')).MessagesPanel,
}));

/** Number of unread messages, on every screen; opens and closes their list. */
export function MessagesButton() {
  const { view } = useApp();
  const { t } = useText();
  const unread = useMessages((state) => state.unread);
  const isOpen = useView((state) => state.overlay === 'messages');
  const button = useRef<HTMLButtonElement>(null);
  const setOpen = (next: boolean): void => view.getState().setOverlay(next ? 'messages' : null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="status-action messages-button"
        aria-label={unread === 0 ? t('messages.title') : t('messages.unread', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={Bell} size="small" />
        {unread === 0 ? null : <span className="messages-count">{unread}</span>}
      </button>
      {isOpen ? (
        <Suspense>
          <MessagesPanel trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
