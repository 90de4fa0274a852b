import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ToastRegion } from '../ui/toast.tsx';
import {
  type App,
  useApp,
  useControl,
  usePersons,
  useSettings,
  useSpend,
  useView,
} from './app/app-context.ts';
import { waitForFrame } from './app/wait-for-frame.ts';
import { TextContext, useText } from './i18n/use-text.ts';
import { ScreenView } from './screens/screen-view.tsx';
import { OutputAnnouncement } from './live/output/output-announcement.tsx';
import { Navigation } from './shell/navigation.tsx';
import './shell/shell.css';
import { StatusBar } from './shell/status-bar.tsx';
import { useContentFocus } from './shell/use-content-focus.ts';

const Palette = lazy(async () => ({ default: (await import('./shell/palette.tsx')).Palette }));
const ShortcutMap = lazy(async () => ({
  default: (await import('./shell/shortcut-map.tsx')).ShortcutMap,
}));
const PersonDialog = lazy(async () => ({
  default: (await import('./persons/person-dialog.tsx')).PersonDialog,
}));
const ControlQuestion = lazy(async () => ({
  default: (await import('./control/control-question.tsx')).ControlQuestion,
}));
const SpendQuestion = lazy(async () => ({
  default: (await import('./live/spending/spend-question.tsx')).SpendQuestion,
}));
const Onboarding = lazy(async () => ({
  default: (await import('./onboarding/onboarding.tsx')).Onboarding,
}));
const CloseQuestion = lazy(async () => ({
  default: (await import('./shell/close-question.tsx')).CloseQuestion,
}));

/**
 * The window: navigation, the current screen, the status bar, and layers above them. `onDrawn` is called after the
 * first frame.
 */
export function Shell({ onDrawn }: { readonly onDrawn: () => void }) {
  const app = useApp();
  const text = useSettings(() => app.text());
  const screen = useView((state) => state.screen);
  const content = useRef<HTMLElement>(null);
  useContentFocus(content);
  useEffect(() => notifyAfterPaint(app), [app]);
  useEffect(() => void waitForFrame().then(onDrawn), [onDrawn]);
  return (
    <TextContext value={text}>
      <I18nProvider locale={text.language}>
        <div className="shell">
          <a
            className="skip"
            href="#content"
            onClick={(event) => {
              event.preventDefault();
              content.current?.focus();
            }}
          >
            {text.t('app.skip')}
          </a>
          <Navigation />
          <main ref={content} id="content" className="content" tabIndex={-1}>
            <ErrorBoundary
              key={screen}
              renderFallback={(reset) => <ScreenFailure onReset={reset} />}
            >
              <Suspense>
                <ScreenView screen={screen} />
              </Suspense>
            </ErrorBoundary>
          </main>
          <StatusBar />
          <OutputAnnouncement />
        </div>
        <Overlay />
        <ToastRegion
          toasts={app.toasts}
          label={text.t('toasts.label')}
          closeLabel={text.t('action.close')}
        />
      </I18nProvider>
    </TextContext>
  );
}

function Overlay() {
  const { view } = useApp();
  const overlay = useView((state) => state.overlay);
  const isClosing = useView((state) => state.closeReason !== null);
  const isDeleting = usePersons((state) => state.question.phase !== 'closed');
  const isAskedForControl = useControl(({ view }) => view.question !== null);
  const isConfirmingSpend = useSpend((state) => state.question !== null);
  const close = (): void => view.getState().setOverlay(null);
  return (
    <Suspense>
      {overlay === 'palette' ? <Palette onClose={close} /> : null}
      {overlay === 'shortcuts' ? <ShortcutMap onClose={close} /> : null}
      {overlay === 'onboarding' ? <Onboarding /> : null}
      {isConfirmingSpend ? <SpendQuestion /> : null}
      {isAskedForControl ? <ControlQuestion /> : null}
      {isDeleting ? <PersonDialog /> : null}
      {isClosing ? <CloseQuestion /> : null}
    </Suspense>
  );
}

function ScreenFailure({ onReset }: { readonly onReset: () => void }) {
  const { bridge, attempt } = useApp();
  const { t } = useText();
  // Input is persisted, so a reload needs no question.
  const reload = (): void => {
    void attempt(async () => {
      await bridge.call('window.guard', { reason: null });
      location.reload();
    });
  };
  return (
    <EmptyState
      illustration={TriangleAlert}
      title={t('boundary.title')}
      action={
        <>
          <Button tone="primary" onPress={onReset}>
            {t('action.try_again')}
          </Button>
          <Button onPress={reload}>{t('action.reload')}</Button>
        </>
      }
    >
      {t('boundary.text')}
    </EmptyState>
  );
}

/** Notifies main when React's output is on the screen: the frame after the next. */
function notifyAfterPaint({ bridge, attempt }: App): () => void {
  const notify = (): void => {
    frame = requestAnimationFrame(() => {
      void attempt(async () => {
        await bridge.call('app.shown', {});
      });
    });
  };
  let frame = requestAnimationFrame(notify);
  return () => {
    cancelAnimationFrame(frame);
  };
}
