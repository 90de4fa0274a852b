import { AppError, type ErrorCode } from '../../base/errors.ts';
import type { EmbeddedState } from '../../contract/embedded.ts';
import type { Notice } from '../../contract/ipc/contract.ts';
import type { Tone } from '../../ui/status-dot.tsx';
import type { ToastText } from '../../ui/toast.tsx';
import type { App } from '../app/app-context.ts';
import { restartService, revealFolder } from './app-actions.ts';
import { toFailureKind, toFolder } from '../stores/service-store.ts';
import { describeThrown } from '../i18n/describe-error.ts';

/** Remedy: a folder to open, or a section of the settings. */
type Remedy = 'data' | 'logs' | 'service' | 'storage';

/** Dependencies of a remedy. */
type RemedyContext = Pick<App, 'text' | 'view' | 'attempt' | 'bridge'>;

/** Tone and remedy of each notice. */
const kinds = {
  settings_set_aside: { tone: 'warning', remedy: 'storage' },
  profiles_set_aside: { tone: 'warning', remedy: 'storage' },
  jobs_set_aside: { tone: 'warning', remedy: 'storage' },
  characters_set_aside: { tone: 'warning', remedy: 'storage' },
  captures_set_aside: { tone: 'warning', remedy: 'storage' },
  consents_set_aside: { tone: 'warning', remedy: 'storage' },
  presets_set_aside: { tone: 'warning', remedy: 'storage' },
  watch_set_aside: { tone: 'warning', remedy: 'storage' },
  control_set_aside: { tone: 'warning', remedy: 'storage' },
  deletions_set_aside: { tone: 'warning', remedy: 'storage' },
  page_recovered: { tone: 'info', remedy: 'logs' },
  live_ended: { tone: 'warning', remedy: null },
  vault_unprotected: { tone: 'warning', remedy: 'service' },
  recording_recovered: { tone: 'info', remedy: null },
  disk_low: { tone: 'warning', remedy: null },
  program_replaced: { tone: 'info', remedy: null },
} as const satisfies Record<
  Notice['code'],
  { readonly tone: Tone; readonly remedy: Remedy | null }
>;

/** Returns whether a notice describes a persistent state instead of an event. */
export function isLasting({ code }: Notice): boolean {
  return code === 'vault_unprotected';
}

/** A notice of main as a toast: what happened, the file it is about, and what to do. */
export function toNoticeToast(app: RemedyContext, notice: Notice): ToastText {
  const { t } = app.text();
  const { tone, remedy } = kinds[notice.code];
  return {
    tone,
    title: t(`notice.${notice.code}.title`),
    text: t(`notice.${notice.code}.text`),
    // Files that were set aside are found in Storage.
    path: remedy === 'storage' ? undefined : (notice.path ?? undefined),
    action: remedy === null ? undefined : toAction(app, remedy),
  };
}

/** Section of Guise with the remedy of a failure. */
const errorRemedies: Partial<Record<ErrorCode, Remedy>> = {
  unauthorized: 'service',
  forbidden: 'service',
  key_mismatch: 'service',
  bad_reply: 'service',
  internal_error: 'logs',
  storage_failed: 'data',
};

/** A failure as a toast with its remedy. A bug is shown as such, without its text. */
export function toErrorToast(app: RemedyContext, error: unknown): ToastText {
  const { title, advice } = describeThrown(app.text(), error);
  const remedy = errorRemedies[error instanceof AppError ? error.code : 'internal_error'];
  return {
    tone: 'danger',
    title,
    text: advice,
    action: remedy === undefined ? undefined : toAction(app, remedy),
  };
}

/** The failure of this computer's service as a toast: the reason, and a way to start it again. */
export function toServiceFailure(
  app: Pick<App, 'text' | 'attempt' | 'service'>,
  { error }: Pick<Extract<EmbeddedState, { state: 'failed' }>, 'error'>,
): ToastText {
  const { t } = app.text();
  return {
    tone: 'danger',
    title: t('embedded.failed.title'),
    text: t(`embedded.failed.${toFailureKind(error)}`),
    path: toFolder(error),
    // The choice for a damaged database is on the page.
    action:
      toFailureKind(error) === 'damaged'
        ? undefined
        : { label: t('action.start_again'), run: () => restartService(app) },
  };
}

function toAction(app: RemedyContext, remedy: Remedy): NonNullable<ToastText['action']> {
  return {
    label: app.text().t(`remedy.${remedy}`),
    run: () => {
      if (remedy === 'service' || remedy === 'storage') {
        app.view.getState().openSection(remedy);
      } else {
        void app.attempt(() => revealFolder(app, remedy));
      }
    },
  };
}
