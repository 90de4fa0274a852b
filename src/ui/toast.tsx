import { X } from 'lucide-react';
import { Text } from 'react-aria-components/Text';
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastList as ToastList,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components/Toast';
import { Button, IconButton } from './button.tsx';
import { StatusMark, type Tone } from './status-dot.tsx';
import './toast.css';

/** Text of a toast: what happened, what it means and, if possible, what to do. */
export interface ToastText {
  readonly tone: Tone;
  readonly title: string;
  readonly text?: string | undefined;
  /** File the toast is about. */
  readonly path?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Stays until it is closed. */
  readonly isLasting?: boolean | undefined;
}

/** The toasts on screen, newest last. At most two are shown, the others wait. */
export type Toasts = ToastQueue<ToastText>;

/** Life of a toast, in milliseconds; extended while the pointer or the focus is on it. */
const LIFE_MS = 6000;

/** Makes the queue that a {@link ToastRegion} shows. */
export function createToasts(): Toasts {
  return new ToastQueue<ToastText>({ maxVisibleToasts: 2 });
}

/**
 * Shows a toast, replacing one with the same text. The returned function removes it early; later calls have no
 * effect.
 */
export function addToast(toasts: Toasts, toast: ToastText): () => void {
  for (const { key, content } of toasts.visibleToasts) {
    if (content.title === toast.title && content.text === toast.text) {
      toasts.close(key);
    }
  }
  const key = toasts.add(toast, toast.isLasting === true ? {} : { timeout: LIFE_MS });
  return () => toasts.close(key);
}

/** The corner where toasts appear; F6 moves the focus there. */
export function ToastRegion(props: {
  readonly toasts: Toasts;
  readonly label: string;
  readonly closeLabel: string;
}) {
  const { toasts, label, closeLabel } = props;
  return (
    <AriaToastRegion className="ui-toasts" queue={toasts} aria-label={label}>
      <ToastList<ToastText>>
        {({ toast }) => (
          <AriaToast className="ui-toast" toast={toast}>
            <span className="ui-toast-mark">
              <StatusMark tone={toast.content.tone} />
            </span>
            <ToastContent className="ui-toast-content">
              <Text slot="title" className="ui-toast-title">
                {toast.content.title}
              </Text>
              {toast.content.text === undefined ? null : (
                <Text slot="description" className="ui-toast-text">
                  {toast.content.text}
                </Text>
              )}
              {toast.content.path === undefined ? null : (
                <code className="ui-toast-path">{toast.content.path}</code>
              )}
              <ToastAction toasts={toasts} toastKey={toast.key} action={toast.content.action} />
            </ToastContent>
            <IconButton slot="close" label={closeLabel} icon={X} />
          </AriaToast>
        )}
      </ToastList>
    </AriaToastRegion>
  );
}

function ToastAction(props: {
  readonly toasts: Toasts;
  readonly toastKey: string;
  readonly action: ToastText['action'];
}) {
  const { toasts, toastKey, action } = props;
  return action === undefined ? null : (
    <div className="ui-toast-action">
      <Button
        onPress={() => {
          toasts.close(toastKey);
          action.run();
        }}
      >
        {action.label}
      </Button>
    </div>
  );
}
