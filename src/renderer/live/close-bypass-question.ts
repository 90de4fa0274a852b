import type { App } from '../app/app-context.ts';

/** Closes the question about bypass at the end of a session; otherwise the next session would open with it. */
export function closeBypassQuestion({ live, view }: Pick<App, 'live' | 'view'>): void {
  live.subscribe(({ phase }, before) => {
    const isOver = phase === 'off' && before.phase !== 'off';
    if (isOver && view.getState().overlay === 'bypass') {
      view.getState().setOverlay(null);
    }
  });
}
