import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { type ApiClient, createApiClient } from '../../client/client.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import {
  type ChangerOffer,
  type ChangerStart,
  type ChangerState,
  type VoiceReference,
} from '../../contract/ipc/voice-changer.ts';
import { embeddedProfileId } from '../../contract/profiles.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { ChosenFiles } from '../jobs/chosen-files.ts';
import { findMinutePrice } from '../jobs/read-offer.ts';
import type { OnAir } from '../live/on-air.ts';
import type { RoomRelay } from '../live/room-relay.ts';
import type { MediaGrants } from '../page/media-grants.ts';
import type { ProfileStore } from '../profiles/profile-store.ts';
import { ChangerSession } from './changer-session.ts';
import { readReferenceSound, type ReferenceSound } from './read-reference.ts';
import { createAudioEndpoint } from './audio-endpoint.ts';
import { VoicePort } from './voice-port.ts';

/** What {@link openChanger} needs. */
export interface ChangerOptions {
  readonly profiles: ProfileStore;
  readonly chosen: ChosenFiles;
  readonly grants: MediaGrants;
  readonly emit: Emit<Ipc>;
  readonly onAir: Pick<OnAir, 'set'>;
  /** The program that decodes references. */
  readonly readerPath: string;
  /** Samples that were listened to; emptied at every start, because a run may be cut off. */
  readonly sampleFolder: string;
  /** The one port of this computer that the page's policy allows. */
  readonly relay: Pick<RoomRelay, 'sources' | 'admit'>;
}

/** The voice changer as the app holds it. */
export interface Changer {
  readonly calls: AreaHandlers<'changer'>;
  /** The page is gone or loads anew: nobody speaks any more. */
  readonly pageLeft: () => void;
  /** Ends what sounds like one of these persons, and forgets the recording. */
  readonly dropPersons: (sha256s: ReadonlySet<string>) => void;
  /** Ends what runs and removes what was fetched. */
  readonly stop: () => Promise<void>;
}

const off: ChangerState = { phase: 'off', error: null };

/** Puts the parts together. */
export function openChanger(options: ChangerOptions): Changer {
  const { profiles, chosen, grants, emit, readerPath, relay } = options;
  const line = new VoicePort();
  const samples = createSampleFolder(options.sampleFolder);
  let session: ChangerSession | null = null;
  let reference: { readonly fileId: string; readonly sound: ReferenceSound } | null = null;

  const openClient = async (): Promise<ApiClient> =>
    createApiClient(await profiles.readAccess(profiles.list().activeId));

  const door = createAudioEndpoint(relay, line, (chunk) => {
    if (session?.send(chunk) !== true) {
      line.skip(chunk.length);
    }
  });

  const start = async (asked: ChangerStart): Promise<ChangerState> => {
    const { target, durationMinutes, settings } = asked;
    const wav = target.kind === 'reference' ? requireReference(target.fileId) : null;
    const profileId = profiles.list().activeId;
    session?.stop();
    const started: ChangerSession = new ChangerSession({
      openClient,
      voiceId: target.kind === 'voice' ? target.voiceId : null,
      wav,
      durationMinutes,
      settings,
      isFree: profileId === embeddedProfileId,
      line,
      onState: (state) => {
        if (state.phase === 'off') {
          options.onAir.set('voice', null);
        }
        emit('changer.changed', state);
      },
    });
    session = started;
    const person = target.kind === 'reference' ? chosen.require(target.fileId).sha256 : null;
    options.onAir.set('voice', person);
    return started.state;
  };

  function requireReference(fileId: string): Uint8Array {
    if (reference?.fileId !== fileId) {
      throw new AppError('not_found', 'This recording has to be chosen again.');
    }
    if (!chosen.hasConsent(fileId)) {
      throw new AppError('invalid_input', 'The consent for this voice is missing.');
    }
    return reference.sound.wav;
  }

  return {
    calls: {
      'changer.offer': async () => readOffer(await openClient()),
      'changer.read': async () => session?.state ?? off,
      'changer.sample': async ({ voiceId }) => {
        const client = await openClient();
        const key = `${profiles.list().activeId} ${voiceId}`;
        const path = await samples.keep(key, () =>
          client.readVoiceSample({ params: { id: voiceId } }),
        );
        return { url: grants.grant(path) };
      },
      'changer.use_reference': async ({ fileId }) => {
        const { path } = chosen.require(fileId);
        const sound = await readReferenceSound(readerPath, path);
        reference = { fileId, sound };
        const { durationMs, isCut } = sound;
        const facts: VoiceReference = { fileId, name: basename(path), durationMs, isCut };
        return facts;
      },
      'changer.audio_socket': async () => ({ url: door.open() }),
      'changer.start': start,
      'changer.stop': async () => {
        session?.stop();
        return null;
      },
      'changer.set': async (settings) => {
        session?.set(settings);
        return null;
      },
    },
    pageLeft: () => {
      session?.stop();
      door.close();
    },
    dropPersons: (sha256s) => {
      const fileId = reference?.fileId;
      if (fileId !== undefined && sha256s.has(chosen.require(fileId).sha256)) {
        session?.stop();
        reference = null;
      }
    },
    stop: async () => {
      session?.stop();
      door.close();
      await samples.remove();
    },
  };
}

async function readOffer(client: ApiClient): Promise<ChangerOffer> {
  const [voices, pricing] = await Promise.all([
    client.listVoiceChangerVoices(),
    client.readPricing(),
  ]);
  return {
    voices: voices.map(({ id, name, description }) => ({ id, name, description })),
    costPerMinuteUsd: findMinutePrice(pricing, 'voice_changer'),
  };
}

/** Samples that were listened to, for as long as the app runs. */
function createSampleFolder(folder: string) {
  const empty = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const emptied = empty();
  emptied.catch(() => undefined); // Said by whoever needs it.
  const paths = new Map<string, string>();
  return {
    async keep(
      key: string,
      fetch: () => Promise<{ readonly bytes: Uint8Array; readonly contentType: string }>,
    ): Promise<string> {
      const known = paths.get(key);
      if (known !== undefined) {
        return known;
      }
      const { bytes, contentType } = await fetch();
      await emptied;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const ending = contentType.includes('mpeg')
        ? 'mp3'
        : contentType.includes('ogg')
          ? 'ogg'
          : 'wav';
      const path = join(folder, `${paths.size + 1}.${ending}`);
      await writeFile(path, bytes);
      paths.set(key, path);
      return path;
    },
    async remove(): Promise<void> {
      await empty();
    },
  };
}
