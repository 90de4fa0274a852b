import { type RefObject, useEffect, useRef } from 'react';
import { useView } from '../app/app-context.ts';
import { waitForFrame } from '../app/wait-for-frame.ts';

/**
 * Moves the focus to the content when the view changes and the element that had the focus is gone, such as the button
 * that sent a job. Keyboards and screen readers would start over at the top of the window otherwise.
 */
export function useContentFocus(content: RefObject<HTMLElement | null>): void {
  const screen = useView((state) => state.screen);
  const overlay = useView((state) => state.overlay);
  const jobs = useView(({ createJobId, historyJobId }) => `${createJobId} ${historyJobId}`);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false; // Nothing had the focus before.
      return undefined;
    }
    let isCurrent = true;
    void waitForFrame().then(() => {
      if (isCurrent && overlay === null && document.activeElement === document.body) {
        content.current?.focus({ preventScroll: true });
      }
    });
    return () => {
      isCurrent = false;
    };
  }, [content, screen, overlay, jobs]);
}
