import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';

/**
 * Copies text to the clipboard. Works only within a press or key of the user; unlike the asynchronous clipboard
 * it needs no permission, which the page does not have. Throws when the browser refuses.
 */
export function copyText(text: string): void {
  document.addEventListener(
    'copy',
    (event) => {
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
    },
    { once: true },
  );
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  if (!document.execCommand('copy')) {
    throw new AppError('internal_error', 'The browser did not copy.', {
      details: faultDetails('not_copied'),
    });
  }
}
