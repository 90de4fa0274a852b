import { X } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Popover } from 'react-aria-components/Popover';
import { Button, IconButton } from '../../ui/button.tsx';
import { StatusMark } from '../../ui/status-dot.tsx';
import { useApp, useMessages } from '../app/app-context.ts';
import { useText } from '../i18n/use-text.ts';
import type { Message } from './messages-store.ts';
import './messages.css';

/** All messages since the start, above the status bar, with their actions. */
export function MessagesPanel(props: {
  readonly trigger: RefObject<Element | null>;
  readonly onClose: () => void;
}) {
  const { trigger, onClose } = props;
  const { messages: store } = useApp();
  const { t } = useText();
  const messages = useMessages((state) => state.messages);
  const unread = useMessages((state) => state.unread);
  useEffect(() => {
    if (unread > 0) {
      store.getState().markRead();
    }
  }, [store, unread]);
  return (
    <Popover
      className="messages-panel"
      triggerRef={trigger}
      placement="top end"
      isOpen
      isNonModal
      shouldCloseOnInteractOutside={(element) => trigger.current?.contains(element) !== true}
      onOpenChange={(isOpen) => {
        if (!isOpen) {
          onClose();
        }
      }}
    >
      <Dialog className="messages-dialog">
        <header className="messages-head">
          <Heading slot="title" level={2}>
            {t('messages.title')}
          </Heading>
          {messages.length === 0 ? null : (
            <Button tone="quiet" onPress={() => store.getState().clear()}>
              {t('messages.clear')}
            </Button>
          )}
          <IconButton label={t('action.close')} icon={X} onPress={onClose} />
        </header>
        {messages.length === 0 ? (
          <p className="messages-empty">{t('messages.empty')}</p>
        ) : (
          <ul className="messages-list">
            {messages.map((message) => (
              <li key={message.id}>
                <MessageRow message={message} onDone={onClose} />
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </Popover>
  );
}

function MessageRow(props: { readonly message: Message; readonly onDone: () => void }) {
  const { tone, title, text: words, path, action, atMs, count } = props.message;
  const { t, time } = useText();
  return (
    <article className="message">
      <StatusMark tone={tone} />
      <div className="message-content">
        <h3>{title}</h3>
        {words === undefined ? null : <p>{words}</p>}
        {path === undefined ? null : <code>{path}</code>}
        <p>{count === 1 ? time(atMs) : t('messages.again', { at: time(atMs), count })}</p>
        {action === undefined ? null : (
          <Button
            onPress={() => {
              props.onDone();
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
    </article>
  );
}
