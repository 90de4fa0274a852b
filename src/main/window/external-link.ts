import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';

/**
 * Checks an address that is going to be opened in the user's browser: `https:` only, no credentials.
 * Returns its normal form, which is what has to be opened: never the text that came in.
 */
export function readExternalLink(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.protocol !== 'https:' || url.hostname === '') {
    throw new AppError('invalid_input', 'Only addresses that start with https:// are opened.', {
      details: faultDetails('not_https'),
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new AppError('invalid_input', 'An address with a user name or password is not opened.', {
      details: faultDetails('not_https'),
    });
  }
  return url.href;
}
