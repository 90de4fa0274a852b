import type { WebContents } from 'electron/main';
import type { createReloadPolicy } from './reload-policy.ts';

/**
 * Reloads the page when its process is gone, as often as the policy allows, and then shows the page at
 * `failedUrl` instead.
 */
export function recoverPage(
  contents: WebContents,
  options: {
    readonly policy: ReturnType<typeof createReloadPolicy>;
    readonly indexUrl: string;
    readonly failedUrl: () => string;
    /** Called before the page is reloaded. */
    readonly onGone: (reason: string, next: 'reload' | 'give_up') => void;
    readonly onFailure: (error: unknown) => void;
  },
): void {
  contents.on('render-process-gone', (_event, { reason }) => {
    if (contents.isDestroyed() || reason === 'clean-exit') {
      return;
    }
    const next = options.policy();
    options.onGone(reason, next);
    const url = next === 'reload' ? options.indexUrl : options.failedUrl();
    contents.loadURL(url).catch(options.onFailure);
  });
}
