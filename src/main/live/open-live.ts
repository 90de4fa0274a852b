import { createApiClient } from '../../client/client.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { LiveState } from '../../contract/ipc/live.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { AppFiles } from '../app/open-files.ts';
import type { Folders } from '../app/folders.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';
import type { Log } from '../log/log.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ServiceHost } from '../service/service-host.ts';
import type { Notices } from '../app/notices.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import { type CapturedPersons, createCapturedPersons } from './captured-persons.ts';
import { Captures, type FinishedCapture } from './captures.ts';
import { createCharacterRequest } from './character-request.ts';
import { Characters } from './characters.ts';
import { createFinishRecording } from './finish-recording.ts';
import { LiveBroker } from './live-broker.ts';
import { createLiveCalls } from './live-calls.ts';
import type { LiveBrokerOptions } from './session-run.ts';
import { listBuiltInCharacterFiles } from './starters.ts';
import type { OnAir } from './on-air.ts';
import { openRoomRelay, type RoomRelay } from './room-relay.ts';

/** Parts of the app for live swaps. */
export interface Live {
  readonly calls: AreaHandlers<'live' | 'characters' | 'captures'>;
  /** Sources that the page's policy has to allow for rooms; other handlers may share them. */
  readonly relay: Pick<RoomRelay, 'sources' | 'admit'>;
  /** Finishes the recordings of a crashed run; no child program starts before the app is ready. */
  readonly resume: () => void;
  /** The page is gone: the session ends and open recordings are finished. */
  readonly pageLeft: () => void;
  /** Ends the session; without effect when none runs. */
  readonly endSession: () => void;
  readonly characters: Characters;
  readonly captured: CapturedPersons;
  /** Current folder for recordings and snapshots. */
  readonly captureFolder: () => string;
  readonly stop: () => Promise<void>;
}

/** Dependencies of {@link openLive}. */
export interface LiveOptions {
  readonly folders: Folders;
  readonly files: Pick<AppFiles, 'characters' | 'captures'>;
  readonly profiles: ProfileStore;
  readonly service: Pick<ServiceHost, 'prepareLive'>;
  readonly chosen: Pick<ChosenFiles, 'require' | 'hasConsent'>;
  readonly grants: MediaGrants;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
  readonly notices: Pick<Notices, 'raise'>;
  readonly onAir: OnAir;
  /** The program that finishes recordings. */
  readonly finisherPath: string;
  readonly reveal: (path: string) => void;
  /** Notified of every finished recording and snapshot, and of every newly shown character. */
  readonly library: {
    readonly addCapture: (capture: FinishedCapture) => void;
    readonly noteCharacter: (id: string) => void;
  };
  /** Asks the user for a folder; null when they changed their mind. */
  readonly chooseFolder: () => Promise<string | null>;
  /** Receives every state of the session. */
  readonly onState: (state: LiveState) => void;
}

/** Puts the parts together. */
export async function openLive(options: LiveOptions): Promise<Live> {
  const { folders, files, profiles, grants, log, notices } = options;
  const relay = await openRoomRelay();
  const characters = new Characters({
    file: files.characters,
    folder: folders.characters,
    starters: listBuiltInCharacterFiles(folders.starters),
    grants,
  });
  const captureFolder = (): string => files.captures.read().folder ?? folders.results;
  const captured = createCapturedPersons(files.captures, options.onAir);
  const captures = createCaptures(options, captureFolder, captured);
  const activeProfileId = (): string => profiles.list().activeId;
  const openClient = async (profileId: string) =>
    createApiClient(await profiles.readAccess(profileId));
  const broker = createBroker(options, { relay, characters, openClient, activeProfileId });
  const finishCaptures = async (): Promise<void> => {
    try {
      await captures.finishAll();
    } catch (error) {
      log('error', 'capture.not_finished', { error });
    }
  };
  return {
    calls: createLiveCalls({
      broker,
      characters,
      captures,
      chosen: options.chosen,
      openClient: () => openClient(activeProfileId()),
      prepare: (characterId) => {
        if (activeProfileId() === embeddedProfileId) {
          options.service.prepareLive(characterId === null ? null : characters.pathOf(characterId));
        }
      },
      requestCharacter: createCharacterRequest({
        onAir: options.onAir,
        findSha256: (id) => characters.findSha256(id),
        onShown: options.library.noteCharacter,
        isLive: () => ['opening', 'running'].includes(broker.state().state),
      }),
      reveal: options.reveal,
      folder: {
        read: captureFolder,
        choose: async () => {
          const folder = await options.chooseFolder();
          if (folder !== null) {
            files.captures.write({ ...files.captures.read(), folder });
          }
          return captureFolder();
        },
      },
    }),
    relay,
    resume: () => {
      captures.recover().then(
        (paths) => paths.forEach((path) => notices.raise({ code: 'recording_recovered', path })),
        (error: unknown) => log('error', 'capture.not_recovered', { error }),
      );
    },
    endSession: () => broker.stop(),
    characters,
    captured,
    captureFolder,
    pageLeft: () => {
      broker.stop();
      void finishCaptures();
    },
    stop: async () => {
      broker.stop();
      await finishCaptures();
      await relay.close();
    },
  };
}

function createCaptures(
  { files, folders, finisherPath, notices, library, log }: LiveOptions,
  folder: () => string,
  persons: CapturedPersons,
): Captures {
  return new Captures({
    persons,
    folder,
    otherFolders: [folders.results],
    now: () => new Date(),
    finishRecording: createFinishRecording(finisherPath),
    onUnfinished: (error) => log('error', 'capture.not_finished', { error }),
    openList: {
      read: () => files.captures.read().open,
      write: (open) => files.captures.write({ ...files.captures.read(), open: [...open] }),
    },
    onFinished: library.addCapture,
    onLowSpace: (path) => notices.raise({ code: 'disk_low', path }),
  });
}

function createBroker(
  { onAir, emit, log, onState }: LiveOptions,
  dependencies: Pick<LiveBrokerOptions, 'relay' | 'openClient' | 'activeProfileId'> & {
    readonly characters: Characters;
  },
): LiveBroker {
  const { characters, ...rest } = dependencies;
  return new LiveBroker({
    ...rest,
    isEmbedded: (profileId) => profileId === embeddedProfileId,
    readImage: (id) => characters.read(id),
    onState: (state) => {
      if (state.state === 'idle' || state.state === 'ended') {
        onAir.set('face', null);
      }
      onState(state);
      emit('live.changed', state);
    },
    onStats: (stats) => emit('live.measured', stats),
    onWarning: (warning) => emit('live.warned', warning),
    log,
  });
}
