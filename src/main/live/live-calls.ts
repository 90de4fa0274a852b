import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import type { ApiClient } from '../../client/client.ts';
import type { LiveOffer } from '../../contract/ipc/live.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';
import { findMinutePrice, isLiveOffered } from '../jobs/read-offer.ts';
import type { Captures } from './captures.ts';
import type { createCharacterRequest } from './character-request.ts';
import type { Characters } from './characters.ts';
import type { LiveBroker } from './live-broker.ts';

/** Dependencies of the calls. */
export interface LiveCallsOptions {
  readonly broker: LiveBroker;
  readonly characters: Characters;
  readonly captures: Captures;
  readonly chosen: Pick<ChosenFiles, 'require' | 'hasConsent'>;
  /** A client of the service in use. */
  readonly openClient: () => Promise<ApiClient>;
  /** The character that a session is likely to begin with soon; null when none is chosen. */
  readonly prepare: (characterId: string | null) => void;
  /** Notes who is on air while and after a service is asked for a character. */
  readonly requestCharacter: ReturnType<typeof createCharacterRequest>;
  readonly reveal: (path: string) => void;
  /** Folder of the captures. */
  readonly folder: { readonly read: () => string; readonly choose: () => Promise<string> };
}

/** The calls about live swaps, characters and captures. */
export function createLiveCalls(
  options: LiveCallsOptions,
): AreaHandlers<'live' | 'characters' | 'captures'> {
  const { broker, characters, captures, chosen, folder } = options;
  return {
    'live.offer': async () => readLiveOffer(await options.openClient()),
    'live.read': async () => broker.state(),
    'live.prepare': async ({ characterId }) => {
      options.prepare(characterId);
      return null;
    },
    'live.start': (start) => options.requestCharacter(start.characterId, () => broker.start(start)),
    'live.publish': async ({ isOn, durationMinutes }) => {
      broker.publish(isOn, durationMinutes);
      return null;
    },
    'live.stop': async () => {
      broker.stop();
      return null;
    },
    'live.change': async (change) => {
      const { characterId } = change;
      const ask = (): Promise<void> => broker.change(change);
      await (characterId === undefined ? ask() : options.requestCharacter(characterId, ask));
      return null;
    },
    'live.bypass': async ({ isOn }) => {
      await broker.bypass(isOn);
      return null;
    },

    'characters.list': async () => characters.list(),
    'characters.add': async ({ fileId }) => {
      const file = chosen.require(fileId);
      if (file.kind !== 'image') {
        throw new AppError('unsupported_format', 'A character is a picture.', {
          details: faultDetails('picture_needed'),
        });
      }
      if (!chosen.hasConsent(fileId)) {
        throw new AppError('invalid_input', 'The consent for this face is missing.', {
          details: faultDetails('consent_missing'),
        });
      }
      return characters.add(file);
    },
    'characters.take': async ({ bytes, name }) => characters.addImage(bytes, name),
    'characters.remove': async ({ id }) => {
      await characters.remove(id);
      return null;
    },
    'characters.keep_picture': async ({ id, bytes }) => characters.storeImage(id, bytes),

    'captures.begin': async ({ kind, pastSeconds }) => captures.begin(kind, pastSeconds),
    'captures.write': async ({ id, bytes }) => {
      await captures.write(id, bytes);
      return null;
    },
    'captures.mark': async ({ id, marker }) => {
      await captures.mark(id, marker);
      return null;
    },
    'captures.end': async ({ id }) => captures.end(id),
    'captures.drop': async ({ id }) => {
      await captures.drop(id);
      return null;
    },
    'captures.reveal': async ({ id }) => {
      options.reveal(captures.pathOf(id));
      return null;
    },
    'captures.folder': async () => ({ folder: folder.read() }),
    'captures.choose_folder': async () => ({ folder: await folder.choose() }),
  };
}

async function readLiveOffer(client: ApiClient): Promise<LiveOffer> {
  const [pricing, account] = await Promise.all([client.readPricing(), client.readAccount()]);
  return {
    isOffered: isLiveOffered(pricing, 'real_time_swap_full'),
    costPerMinuteUsd: findMinutePrice(pricing, 'real_time_swap_full'),
    balanceUsd: account.balance_usd,
  };
}
