import { type RefObject, useEffect } from 'react';
import { useApp } from '../app/app-context.ts';
import { waitForFrame } from '../app/wait-for-frame.ts';
import type { StoredView } from '../stores/view-store.ts';

/** Returns whether another content is shown: a screen may also change while another one is shown. */
export function isContentExchanged(view: StoredView, before: StoredView): boolean {
  return (
    view.screen !== before.screen ||
    (view.screen === 'create' && view.createJobId !== before.createJobId) ||
    (view.screen === 'history' && view.historyJobId !== before.historyJobId)
  );
}

/**
 * Shows the top of exchanged content, such as the verdict above a result. Moves the focus to it where the element that
 * had the focus is gone, such as the button that sent a job, or a dialog: keyboards and screen readers would start over
 * at the top of the window otherwise.
 */
export function useContentFocus(content: RefObject<HTMLElement | null>): void {
  const { view } = useApp();
  useEffect(() => {
    const moveLostFocus = async (): Promise<void> => {
      await waitForFrame();
      if (view.getState().overlay === null && document.activeElement === document.body) {
        content.current?.focus({ preventScroll: true });
      }
    };
    return view.subscribe((state, before) => {
      const isExchanged = isContentExchanged(state, before);
      if (isExchanged) {
        content.current?.scrollTo({ top: 0 });
      }
      if (isExchanged || state.overlay !== before.overlay) {
        void moveLostFocus();
      }
    });
  }, [content, view]);
}
