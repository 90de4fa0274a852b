import { AppError } from '../../base/errors.ts';
import type { Notice } from '../../contract/ipc/contract.ts';
import type { ToastText } from '../../ui/toast.tsx';
import type { App } from '../app-context.ts';
import { revealFolder } from '../commands/commands.ts';
import type { Text } from '../i18n/text.ts';

/** Tone and remedy of each notice. */
const kinds = {
  settings_set_aside: { tone: 'warning', remedy: 'data' },
  profiles_set_aside: { tone: 'warning', remedy: 'data' },
  page_recovered: { tone: 'info', remedy: 'logs' },
  vault_unprotected: { tone: 'warning', remedy: 'service' },
} as const satisfies Record<Notice['code'], object>;

/** A notice of main as a toast: what happened, the file it is about, and what to do. */
export function toNoticeToast(app: App, notice: Notice): ToastText {
  const { t } = app.text();
  const { tone, remedy } = kinds[notice.code];
  return {
    tone,
    title: t(`notice.${notice.code}.title`),
    text: t(`notice.${notice.code}.text`),
    path: notice.path ?? undefined,
    action: {
      label: t(`notice.action.${remedy}`),
      run: () => {
        if (remedy === 'service') {
          app.view.getState().openSection('service');
        } else {
          void app.attempt(() => revealFolder(app, remedy));
        }
      },
    },
  };
}

/** A failure as a toast. A bug is shown as such, without its text. */
export function toErrorToast({ t }: Text, error: unknown): ToastText {
  const code = error instanceof AppError ? error.code : 'internal_error';
  return { tone: 'danger', title: t(`error.${code}.title`), text: t(`error.${code}.advice`) };
}
