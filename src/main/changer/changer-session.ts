/**
 * One use of the voice changer, from its start to its end: opens a session, connects, and after a lost
 * connection tries the same session again and then another. The states are drawn at `changerStateSchema`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, toWireError } from '../../base/errors.ts';
import type { ApiClient } from '../../client/client.ts';
import { requireServiceAddress } from '../../client/service-address.ts';
import type { VoiceChangerSession } from '../../contract/api/resources/session.ts';
import { closeCodes, type VoiceReady, voiceAudio } from '../../contract/api/sockets.ts';
import type { ChangerSettings, ChangerState } from '../../contract/ipc/voice-changer.ts';
import { openWakeWatch } from '../power/wake-watch.ts';
import type { VoicePort } from './voice-port.ts';
import { type VoiceLinkEnd, VoiceLink } from './voice-link.ts';

/** Dependencies of a use of the voice changer. */
export interface ChangerSessionOptions {
  /** Called for every session: the local service has another URL after a restart. */
  readonly openClient: () => Promise<ApiClient>;
  /** Null when the reference is the target. */
  readonly voiceId: string | null;
  readonly wav: Uint8Array | null;
  readonly durationMinutes: number;
  readonly settings: ChangerSettings;
  /** True when sessions are free here: then another one is opened when the time of one is used up. */
  readonly isFree: boolean;
  readonly voicePort: VoicePort;
  readonly onState: (state: ChangerState) => void;
}

/** A session whose address may be connected to. */
interface OpenSession extends VoiceChangerSession {
  readonly address: URL;
}

/** Asked again so often while the service warms up. */
const WARMING_MS = 500;
const MAX_WARMING = 120;
/** Pauses before a lost connection is tried again, with the same session and then with another. */
const RETRY_MS = [200, 500, 1000, 2000, 4000];
/** Time without failure after which an earlier loss no longer counts. */
const CALM_MS = 30_000;

/** See the head of the file. */
export class ChangerSession {
  readonly #options: ChangerSessionOptions;
  readonly #stopped = new AbortController();
  #state: ChangerState = { phase: 'opening', isWarming: false };
  #session: OpenSession | null = null;
  #link: VoiceLink | null = null;
  #settings: ChangerSettings;
  readonly #wake = openWakeWatch(() => this.#link?.drop());
  #losses = 0;
  #liveSinceMs = 0;

  constructor(options: ChangerSessionOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#finishOnFailure(this.#open());
  }

  get state(): ChangerState {
    return this.#state;
  }

  set(settings: ChangerSettings): void {
    this.#settings = settings;
    if (this.#state.phase !== 'live') {
      return;
    }
    const { strength, noiseSuppression, voiceGate } = settings;
    const { hasStrength, hasNoiseSuppression } = this.#state;
    if (hasStrength || hasNoiseSuppression) {
      this.#link?.set({
        ...(hasStrength ? { strength } : {}),
        ...(hasNoiseSuppression
          ? { noise_suppression: noiseSuppression, voice_gate: voiceGate }
          : {}),
      });
    }
  }

  /** Sends audio of the page; returns false when it was dropped. */
  send(samples: Int16Array): boolean {
    return this.#link?.send(samples) ?? false;
  }

  /** Ends it for good. */
  stop(): void {
    this.#finish(null);
  }

  async #open(): Promise<void> {
    const { openClient, voiceId, durationMinutes } = this.#options;
    const client = await openClient();
    const body = {
      duration_minutes: durationMinutes,
      ...(voiceId === null ? {} : { voice_id: voiceId }),
    };
    const { signal } = this.#stopped;
    for (let attempt = 0; attempt < MAX_WARMING; attempt += 1) {
      const session = await client.openVoiceChangerSession({ body, signal });
      if (session.status === 'ready') {
        const { baseUrl } = client;
        const rule = { kind: 'socket', baseUrl, field: 'stream_url' } as const;
        this.#session = { ...session, address: requireServiceAddress(session.stream_url, rule) };
        this.#connect(this.#session);
        return;
      }
      this.#enter({ phase: 'opening', isWarming: true });
      await sleep(WARMING_MS, undefined, { signal });
    }
    throw new AppError('at_capacity', 'The voice changer did not get ready. Try again soon.');
  }

  #connect(session: OpenSession): void {
    if (this.#stopped.signal.aborted) {
      return;
    }
    this.#enter({ phase: 'connecting' });
    const address = { streamUrl: session.address, token: session.session_token };
    const link: VoiceLink = new VoiceLink(address, this.#options.wav, {
      onReady: (ready) => {
        this.#goLive(session, ready);
      },
      onLatency: (latencyMs) => {
        if (this.#state.phase === 'live') {
          this.#options.voicePort.setLatency(latencyMs ?? 0);
          this.#enter({ ...this.#state, latencyMs });
        }
      },
      onAudio: (samples) => {
        this.#options.voicePort.play(samples);
      },
      onEnd: (end) => {
        if (this.#link === link) {
          this.#link = null;
          this.#lose(end);
        }
      },
    });
    this.#link = link;
  }

  #goLive(session: VoiceChangerSession, ready: VoiceReady): void {
    if (ready.sample_rate !== voiceAudio.sampleRate) {
      const text = `The service wants ${ready.sample_rate} samples a second, which Guise cannot send.`;
      this.#finish(new AppError('bad_reply', text));
      return;
    }
    const latencyMs = ready.latency_ms ?? null;
    const has = (...names: string[]): boolean =>
      names.every((name) => ready.settings?.includes(name) === true);
    this.#liveSinceMs = performance.now();
    this.#options.voicePort.begin(latencyMs ?? 0);
    this.#enter({
      phase: 'live',
      model: session.model,
      latencyMs,
      maxDurationSec: session.max_duration_sec,
      hasStrength: has('strength'),
      hasNoiseSuppression: has('noise_suppression', 'voice_gate'),
    });
    this.set(this.#settings);
  }

  #lose({ code, error }: VoiceLinkEnd): void {
    const wasCalm = performance.now() - this.#liveSinceMs > CALM_MS;
    this.#losses = this.#state.phase === 'live' && wasCalm ? 0 : this.#losses;
    this.#options.voicePort.end();
    const isUsedUp = code === closeCodes.time_used_up;
    const isRefusal = code === closeCodes.bad_message || code === closeCodes.balance;
    const pauseMs = RETRY_MS[this.#losses];
    if (isRefusal || pauseMs === undefined || (isUsedUp && !this.#options.isFree)) {
      this.#finish(error);
      return;
    }
    // The session is kept only for a broken connection.
    const isBroken = !Object.values<number>(closeCodes).includes(code);
    const session = isBroken && this.#losses === 0 ? this.#session : null;
    this.#losses += isUsedUp ? 0 : 1;
    this.#enter({ phase: 'reconnecting' });
    this.#finishOnFailure(this.#retry(isUsedUp ? 0 : pauseMs, session));
  }

  async #retry(pauseMs: number, session: OpenSession | null): Promise<void> {
    await sleep(pauseMs, undefined, { signal: this.#stopped.signal });
    if (session !== null) {
      this.#connect(session);
      return;
    }
    try {
      await this.#open();
    } catch (error) {
      const nextMs = RETRY_MS[this.#losses];
      if (!(error instanceof AppError && error.isRetryable) || nextMs === undefined) {
        throw error;
      }
      this.#losses += 1;
      await this.#retry(nextMs, null);
    }
  }

  #finishOnFailure(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#stopped.signal.aborted) {
        this.#finish(error);
      }
    });
  }

  #finish(error: unknown): void {
    if (this.#state.phase === 'off') {
      return;
    }
    this.#stopped.abort();
    this.#wake.close();
    this.#link?.close();
    this.#link = null;
    this.#options.voicePort.end();
    this.#enter({ phase: 'off', error: error === null ? null : toWireError(error) });
  }

  #enter(state: ChangerState): void {
    this.#state = state;
    this.#options.onState(state);
  }
}
