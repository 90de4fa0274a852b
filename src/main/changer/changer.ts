import { basename } from 'node:path';
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
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
import type { DecodedReference } from './read-reference.ts';
import { type AudioEndpoint, createAudioEndpoint } from './audio-endpoint.ts';
import { SampleFolder } from './sample-folder.ts';
import { VoicePort } from './voice-port.ts';

/** Dependencies of {@link Changer}. */
export interface ChangerOptions {
  readonly profiles: ProfileStore;
  readonly chosen: ChosenFiles;
  readonly grants: MediaGrants;
  readonly emit: Emit<Ipc>;
  readonly onAir: Pick<OnAir, 'set'>;
  /** Decodes a recording whose voice is the target. */
  readonly readReference: (path: string) => Promise<DecodedReference>;
  /** Folder of played samples; emptied at every start, because a run may have crashed. */
  readonly sampleFolder: string;
  /** The one port of this computer that the page's policy allows. */
  readonly relay: Pick<RoomRelay, 'sources' | 'admit'>;
}

const off: ChangerState = { phase: 'off', error: null };

/** The voice changer as the app holds it. */
export class Changer {
  readonly calls: AreaHandlers<'changer'>;
  readonly #options: ChangerOptions;
  readonly #port = new VoicePort();
  readonly #samples: SampleFolder;
  readonly #endpoint: AudioEndpoint;
  #session: ChangerSession | null = null;
  /** Person whose voice the session speaks with, by their recording; null for a voice of the service. */
  #person: string | null = null;
  /** Recording that the next session may speak like; the running one may have begun with another. */
  #reference: { readonly fileId: string; readonly sound: DecodedReference } | null = null;

  constructor(options: ChangerOptions) {
    this.#options = options;
    this.#samples = new SampleFolder(options.sampleFolder);
    this.#endpoint = createAudioEndpoint(options.relay, this.#port, (chunk) => {
      if (this.#session?.send(chunk) !== true) {
        this.#port.skip(chunk.length);
      }
    });
    this.calls = {
      'changer.offer': async () => readOffer(await this.#openClient()),
      'changer.read': async () => this.#session?.state ?? off,
      'changer.sample': async ({ voiceId }) => ({ url: await this.#grantSample(voiceId) }),
      'changer.use_reference': async ({ fileId }) => this.#useReference(fileId),
      'changer.audio_socket': async () => ({ url: this.openAudioSocket() }),
      'changer.start': async (requested) => this.#start(requested),
      'changer.stop': async () => {
        this.#session?.stop();
        return null;
      },
      'changer.set': async (settings) => {
        this.#session?.set(settings);
        return null;
      },
    };
  }

  /** Creates a URL for the audio of one opening; the previous one becomes invalid. */
  openAudioSocket(): string {
    return this.#endpoint.open();
  }

  /** Stops the session because the page is gone or reloads. */
  pageLeft(): void {
    this.#session?.stop();
    this.#endpoint.close();
  }

  /** Ends the session and forgets the recording, each if it belongs to one of these persons. */
  dropPersons(sha256s: ReadonlySet<string>): void {
    if (this.#person !== null && sha256s.has(this.#person)) {
      this.#session?.stop();
    }
    const fileId = this.#reference?.fileId;
    if (fileId !== undefined && sha256s.has(this.#options.chosen.require(fileId).sha256)) {
      this.#reference = null;
    }
  }

  /** Stops the session and removes downloaded files. */
  async stop(): Promise<void> {
    this.pageLeft();
    await this.#samples.remove();
  }

  async #openClient(): Promise<ApiClient> {
    const { profiles } = this.#options;
    return createApiClient(await profiles.readAccess(profiles.list().activeId));
  }

  async #grantSample(voiceId: string): Promise<string> {
    const client = await this.#openClient();
    const key = `${this.#options.profiles.list().activeId} ${voiceId}`;
    const path = await this.#samples.store(key, () =>
      client.readVoiceSample({ params: { id: voiceId } }),
    );
    return this.#options.grants.grant(path);
  }

  async #useReference(fileId: string): Promise<VoiceReference> {
    const { path } = this.#options.chosen.require(fileId);
    const sound = await this.#options.readReference(path);
    this.#reference = { fileId, sound };
    const { durationMs, isCut } = sound;
    return { fileId, name: basename(path), durationMs, isCut };
  }

  #start({ target, durationMinutes, settings }: ChangerStart): ChangerState {
    const { profiles, chosen, emit, onAir } = this.#options;
    const wav = target.kind === 'reference' ? this.#requireReference(target.fileId) : null;
    const profileId = profiles.list().activeId;
    // The page is not notified when a restart applies a change: it would close its microphone.
    const before = this.#session;
    this.#session = null;
    before?.stop();
    const started: ChangerSession = new ChangerSession({
      openClient: () => this.#openClient(),
      voiceId: target.kind === 'voice' ? target.voiceId : null,
      wav,
      durationMinutes,
      settings,
      isFree: profileId === embeddedProfileId,
      voicePort: this.#port,
      onState: (state) => {
        if (this.#session !== started) {
          return;
        }
        if (state.phase === 'off') {
          onAir.set('voice', null);
        }
        emit('changer.changed', state);
      },
    });
    this.#session = started;
    this.#person = target.kind === 'reference' ? chosen.require(target.fileId).sha256 : null;
    onAir.set('voice', this.#person);
    return started.state;
  }

  #requireReference(fileId: string): Uint8Array {
    if (this.#reference?.fileId !== fileId) {
      throw new AppError('not_found', 'This recording has to be chosen again.', {
        details: faultDetails('choose_again'),
      });
    }
    if (!this.#options.chosen.hasConsent(fileId)) {
      throw new AppError('invalid_input', 'The consent for this voice is missing.', {
        details: faultDetails('consent_missing'),
      });
    }
    return this.#reference.sound.wav;
  }
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
