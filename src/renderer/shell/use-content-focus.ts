import { type RefObject, useEffect } from 'react';
import { useApp } from '../app/app-context.ts';
import { waitForFrame } from '../app/wait-for-frame.ts';

/** Parts of the view that exchange the content. */
const contents = ['screen', 'createJobId', 'historyJobId'] as const;

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
      const isExchanged = contents.some((part) => state[part] !== before[part]);
      if (isExchanged) {
        content.current?.scrollTo({ top: 0 });
      }
      if (isExchanged || state.overlay !== before.overlay) {
        void moveLostFocus();
      }
    });
  }, [content, view]);
}
