import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';

/**
 * Validates a URL for the user's browser: `https:` only, no credentials. Returns its normalised form, which has
 * to be opened instead of the original text.
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
