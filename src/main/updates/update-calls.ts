import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import { checkForUpdate } from './check-for-update.ts';

/** Dependencies of the calls. */
export interface UpdateCallDependencies {
  /** Address of the feed; null while the user named none. */
  readonly readFeed: () => string | null;
  /** Version of this app. */
  readonly version: string;
}

/** The calls about newer versions. */
export function createUpdateCalls({
  readFeed,
  version,
}: UpdateCallDependencies): AreaHandlers<'updates'> {
  return {
    'updates.check': async () => {
      const feed = readFeed();
      if (feed === null) {
        throw new AppError('invalid_input', 'No address is set that could be asked.', {
          details: faultDetails('no_update_feed'),
        });
      }
      return checkForUpdate(feed, version);
    },
  };
}
