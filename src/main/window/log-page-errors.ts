import type { WebContents } from 'electron/main';
import type { Log } from '../log/log.ts';

/** A page that fails over and over must not push everything else out of the log. */
const maxPerDocument = 20;

/**
 * Logs bugs of the page, whose messages refer to the log. The rest of its console is not logged, because it may contain
 * names of files.
 */
export function logPageErrors(contents: WebContents, log: Log): void {
  let logged = 0;
  contents.on('did-navigate', () => {
    logged = 0;
  });
  contents.on('console-message', ({ level, message, lineNumber, sourceId }) => {
    if (level === 'error' && message.startsWith('Uncaught') && logged < maxPerDocument) {
      logged += 1;
      log('error', 'page.bug', { message, lineNumber, sourceId });
    }
  });
}
