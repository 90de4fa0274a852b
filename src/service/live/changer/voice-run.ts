/**
 * A voice-changer session that runs here: its connection, its money and its end.
 *
 *   joined ── first audio: hold ──▶ streaming ── goodbye, time used up, gone for 15 s ──▶ ended: charged
 *     └── the client goes before, or does not come within 15 s: the session is let go and can be joined again
 *
 * Silence ends nothing: a connection lives while it answers pings. Charged is the audio that was changed; the funded
 * length is used up by as much audio, or by as much time on the connection since the first audio. Before the first
 * audio a connection prolongs the time to begin, up to an hour; then the session ends as `expired`.
 */
import { AppError } from '../../../base/errors.ts';
import { faultDetails } from '../../../base/faults.ts';
import type { Core } from '../../start/core.ts';
import type { LiveSession } from '../session/live-session.ts';
import {
  canceledEnding,
  type SessionEnding,
  toEndingElsewhere,
  toUsedUpEnding,
} from '../session/session-ending.ts';
import type { LiveSessionState } from '../session/stream-session.ts';
import type { LiveSessionRun } from '../socket/live-endpoint.ts';
import type { LiveSocket } from '../socket/live-socket.ts';
import type { ChangerHost } from './changer-host.ts';
import type { PackStreams } from './pack-stream-host.ts';
import { createStreamMeter, type StreamMeter } from './stream-meter.ts';
import { isPackTarget, type StreamTarget } from './stream-target.ts';
import { VoiceConnection } from './voice-connection.ts';
import type { VoiceAnalyzerHost } from '../../voices/analysis/voice-analyzer-host.ts';
import { RECONNECT_GRACE_MS, EXTEND_MS, REPORT_MS } from './voice-limits.ts';

/** Dependencies of the sessions. */
export interface VoiceRunDependencies {
  readonly core: Pick<
    Core,
    | 'startLiveStream'
    | 'extendLiveSession'
    | 'reportStreamed'
    | 'endLiveSession'
    | 'leaveLiveSession'
  >;
  readonly thread: ChangerHost;
  readonly packs: PackStreams;
  readonly analyzer: VoiceAnalyzerHost;
  /** Target of a voice of the catalogue or of a model; null when there is no such voice. */
  readonly findTarget: (voiceId: string) => Promise<StreamTarget | null>;
  readonly onTrouble: (message: string, error: unknown) => void;
}

/** A session without a connection. */
export class VoiceRun implements LiveSessionRun {
  readonly #dependencies: VoiceRunDependencies;
  readonly #session: LiveSession;
  readonly #meter: StreamMeter;
  readonly #over = Promise.withResolvers<void>();
  #connection: VoiceConnection | null = null;
  #isStreaming = false;
  #isOver = false;
  readonly #extendTimer: NodeJS.Timeout;
  #reporting: NodeJS.Timeout | undefined;
  #absence: NodeJS.Timeout | undefined;

  constructor(dependencies: VoiceRunDependencies, session: LiveSession) {
    this.#dependencies = dependencies;
    this.#session = session;
    this.#meter = createStreamMeter(session, () => performance.now());
    if (session.status === 'streaming') {
      // An earlier run began it, here or at another node.
      this.#isStreaming = true;
      this.#reportLater();
    }
    this.#extendTimer = setInterval(() => this.#watch(this.#extend()), EXTEND_MS);
    // The client may be gone before its socket is open.
    this.#awaitClient();
  }

  get session(): LiveSession {
    return this.#session;
  }

  get ended(): Promise<void> {
    return this.#over.promise;
  }

  attach(socket: LiveSocket): void {
    if (this.#isOver) {
      socket.fail(
        'token',
        new AppError('unauthorized', 'The session has ended. Open a new one.', {
          details: faultDetails('session_over'),
        }),
      );
      return;
    }
    clearTimeout(this.#absence);
    const before = this.#connection;
    const connection: VoiceConnection = new VoiceConnection({
      socket,
      hasVoice: typeof this.#session.parameters['voice_id'] === 'string',
      findTarget: (wav) => this.#findTarget(wav),
      openStream: ({ target, ...options }) =>
        isPackTarget(target)
          ? this.#dependencies.packs.open({ ...options, target })
          : this.#dependencies.thread.open({ ...options, target }),
      begin: () => this.#begin(),
      consume: (samples) => this.#meter.consume(samples),
      onUsedUp: () => {
        this.#useUp();
      },
      onClosed: ({ canReturn }) => {
        if (this.#connection === connection) {
          this.#connection = null;
          this.#leave(canReturn);
        }
      },
    });
    this.#connection = connection;
    const text = 'Another connection took over the session.';
    before?.fail(
      'token',
      new AppError('forbidden', text, { details: faultDetails('session_taken') }),
    );
  }

  async end(reason: 'canceled' | 'service_stopping'): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    connection?.close(reason === 'canceled' ? canceledEnding : { reason });
    try {
      await this.#end(reason);
    } catch (error) {
      this.#dependencies.onTrouble('a voice session could not be settled', error);
    }
  }

  async #findTarget(wav: Uint8Array<ArrayBuffer> | null): Promise<StreamTarget> {
    if (wav !== null) {
      return this.#dependencies.analyzer.analyse(wav);
    }
    const voiceId = this.#session.parameters['voice_id'];
    if (typeof voiceId !== 'string') {
      throw new AppError(
        'invalid_input',
        'The session was opened without a voice_id: send a reference WAV first.',
      );
    }
    const target = await this.#dependencies.findTarget(voiceId);
    if (target === null) {
      throw new AppError('invalid_input', 'The voice of the session cannot be spoken with here.', {
        details: faultDetails('unknown_voice'),
      });
    }
    return target;
  }

  async #begin(): Promise<void> {
    if (!this.#isStreaming) {
      await this.#dependencies.core.startLiveStream(this.#session.id);
      this.#isStreaming = true;
      if (this.#isOver) {
        // The client disconnected while the money was being held.
        await this.#settle('client_closed');
        return;
      }
    }
    this.#meter.start();
    this.#reportLater();
  }

  #reportLater(): void {
    clearTimeout(this.#reporting);
    const leftMs = this.#session.maxDurationSec * 1000 - this.#meter.passedMs();
    this.#reporting = setTimeout(
      () => {
        this.#report();
      },
      Math.min(REPORT_MS, Math.max(0, leftMs)),
    );
  }

  #report(): void {
    if (this.#meter.passedMs() >= this.#session.maxDurationSec * 1000) {
      this.#useUp();
      return;
    }
    this.#reportLater();
    this.#watch(this.#announce(this.#meter.streamedMs()));
  }

  async #announce(streamedMs: number): Promise<void> {
    this.#obey(await this.#dependencies.core.reportStreamed(this.#session.id, streamedMs));
  }

  async #extend(): Promise<void> {
    if (!this.#isStreaming) {
      const isActive = this.#connection !== null;
      this.#obey(await this.#dependencies.core.extendLiveSession(this.#session.id, { isActive }));
    }
  }

  #obey(state: LiveSessionState): void {
    if (!state.isRunning && !this.#isOver) {
      this.#close(toEndingElsewhere(state));
    }
  }

  #useUp(): void {
    this.#close(toUsedUpEnding(this.#session.maxDurationSec));
  }

  #close(ending: SessionEnding): void {
    const connection = this.#connection;
    this.#connection = null;
    connection?.close(ending);
    this.#watch(this.#end(ending.reason));
  }

  /** The client disconnected. */
  #leave(canReturn: boolean): void {
    this.#meter.pause();
    if (this.#isStreaming && canReturn) {
      this.#awaitClient();
      return;
    }
    this.#watch(this.#end('client_closed'));
  }

  #awaitClient(): void {
    this.#absence = setTimeout(() => {
      this.#watch(this.#end('client_closed'));
    }, RECONNECT_GRACE_MS);
  }

  async #end(reason: string): Promise<void> {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    this.#meter.pause();
    clearTimeout(this.#absence);
    try {
      await this.#settle(reason);
    } finally {
      this.#over.resolve();
    }
  }

  async #settle(reason: string): Promise<void> {
    clearTimeout(this.#reporting);
    clearInterval(this.#extendTimer);
    const { id } = this.#session;
    if (this.#isStreaming) {
      const streamedMs = this.#meter.streamedMs();
      await this.#dependencies.core.endLiveSession(id, { streamedMs, reason, by: 'run' });
    } else if (reason === 'canceled') {
      await this.#dependencies.core.endLiveSession(id, { streamedMs: 0, reason, by: 'run' });
    } else {
      await this.#dependencies.core.leaveLiveSession(id);
    }
  }

  #watch(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#dependencies.onTrouble('a voice session could not be kept', error);
    });
  }
}
