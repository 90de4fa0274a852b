import { type RefObject, useEffect } from 'react';
import { useApp } from '../app/app-context.ts';
import { waitForFrame } from '../app/wait-for-frame.ts';

/** Parts of the view whose change may take away the element that has the focus. */
const parts = ['screen', 'overlay', 'createJobId', 'historyJobId'] as const;

/**
 * Moves the focus to the content when the view changes and the element that had the focus is gone, such as the button
 * that sent a job. Keyboards and screen readers would start over at the top of the window otherwise.
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
      if (parts.some((part) => state[part] !== before[part])) {
        void moveLostFocus();
      }
    });
  }, [content, view]);
}
