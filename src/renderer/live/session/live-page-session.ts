import { AppError, toWireError, type WireError } from '../../../base/errors.ts';
import type { Ipc } from '../../../contract/ipc/contract.ts';
import type { Bridge } from '../../../contract/ipc/kit.ts';
import type {
  LiveBypass,
  LiveRoom,
  LiveState as SessionState,
  LiveStats,
  LiveWarning,
} from '../../../contract/ipc/live.ts';
import type { LiveChoice } from '../../../contract/live-choice.ts';
import { toCameraPlan } from './camera-plan.ts';
import { loadCoverImage } from '../canvas/cover-image.ts';
import { toChangedInstruction, toInstruction } from './instruction.ts';
import { type MetricsMeter, openMetricsMeter } from './live-metrics.ts';
import { LiveRun } from './live-run.ts';
import { type LiveStore, offState, type ShownLiveEnd, noSessionState } from './live-view.ts';
import type { FromOutputGate } from '../output/output-gate-messages.ts';
import { isSmallestFormat } from './size-watch.ts';
import { PreviewController } from './preview-controller.ts';

/** Warnings of one code that are kept, and codes. */
const maxWarnings = 5;
const maxCodes = 4;
const historySec = 60;
/** Time for which frames from before a change are in transit, in milliseconds. */
const underWayMs = 250;
/** Another mode of the character may have to be prepared first. */
const longestChangeMs = 10_000;

/**
 * Live session of the page: its local resources, the state from main, and the part of both that the store
 * shows. It is published, or a preview for the user alone; switching between them needs no new session.
 */
export class LivePageSession {
  readonly #store: LiveStore;
  readonly #bridge: Bridge<Ipc>;
  readonly #readChoice: () => LiveChoice;
  readonly #preview: PreviewController;
  #run: LiveRun | null = null;
  #meter: MetricsMeter | null = null;
  #room: LiveRoom | null = null;
  /** True when the session is published or about to be; otherwise it is a preview. */
  #isOnAir = false;
  /** Counts requests to go live and to end, so that an overtaken one opens nothing. */
  #requests = 0;
  #requestedAtMs = 0;
  #changes = 0;
  /** Settings of the current session. */
  #choice: LiveChoice | null = null;
  /** User's last request; the state from main may be older. */
  #wantsBypass = false;
  #voice: MediaStreamTrack | null = null;
  /** Frame URL for the camera devices; null for none. */
  #framesUrl: string | null = null;

  /** Listens to main. `readChoice` returns the user's present choice. */
  constructor(store: LiveStore, bridge: Bridge<Ipc>, readChoice: () => LiveChoice) {
    this.#store = store;
    this.#bridge = bridge;
    this.#readChoice = readChoice;
    this.#preview = new PreviewController({
      open: (choice) => void this.#openPreview(choice),
      close: () => this.#stop(),
      cameraId: () => this.#findCamera()?.id ?? '',
    });
    bridge.on('live.changed', (session) => this.#applySession(session));
    bridge.on('live.measured', (stats) => this.#measured(stats));
    bridge.on('live.warned', (warning) => this.#warned(warning));
    bridge.on('cameras.frame_socket', ({ url }) => {
      this.#framesUrl = url;
      this.#run?.sendTo(url);
    });
  }

  /** Publishes the preview, or opens a session. Failures arrive as `end`. */
  async goLive(choice: LiveChoice): Promise<void> {
    const track = this.#findCamera();
    if (this.#store.getState().phase !== 'off' || track === null || choice.characterId === null) {
      return;
    }
    this.#requestedAtMs = performance.now();
    const isSeen = this.#run !== null && this.#preview.isOf(choice);
    this.#isOnAir = true;
    this.#requests += 1;
    const own = this.#requests;
    this.#store.setState({
      ...offState,
      ...(isSeen ? { output: this.#run?.output ?? null } : noSessionState),
      phase: 'opening',
      end: null,
    });
    const released = this.#preview.release();
    try {
      // A session begins without, and the user may cover from now on.
      const uncovered = this.#bridge.call('cameras.cover', { isOn: false });
      await Promise.all([uncovered, ...(isSeen ? [] : [released, this.#stop()])]);
      if (own === this.#requests) {
        await (isSeen
          ? this.#publish(choice, own)
          : this.#start(choice, this.#findCamera() ?? track));
      }
    } catch (error) {
      if (own === this.#requests) {
        await this.#close({ reason: 'failed', error: toWireError(error) });
      }
    }
  }

  /** Stops publishing; the session continues as a preview when one is wanted. */
  async endLive(): Promise<void> {
    this.#requests += 1;
    const [run, choice] = [this.#run, this.#choice];
    const { isBypassed, isBypassEnding, phase, camera } = this.#store.getState();
    const isKept = this.#preview.isWished && phase === 'on' && camera !== null;
    if (run === null || choice === null || !isKept || isBypassed || isBypassEnding) {
      try {
        await this.#bridge.call('live.stop', {});
      } finally {
        await this.#close(null);
      }
      return;
    }
    run.publish(false); // Before anything that could fail.
    run.setCovered(false);
    this.#isOnAir = false;
    this.#store.setState({ ...offState, preview: run.preview, end: null });
    const { durationMinutes } = choice;
    await this.#bridge.call('live.publish', { isOn: false, durationMinutes });
    if (run === this.#run && !this.#isOnAir) {
      this.#preview.adopt(choice);
    }
  }

  /** Settings of a preview while not live; null for none. */
  wishPreview(choice: LiveChoice | null): void {
    this.#preview.wish(choice);
  }

  /** The user's own card changed: what runs shows it from now on. */
  async refreshCard(): Promise<void> {
    const run = this.#run;
    run?.setCard(await loadCoverImage(this.#bridge));
  }

  /** Covers what is published, or will be as soon as it is open. */
  setCovered(isCovered: boolean): void {
    if (this.#isOnAir) {
      this.#run?.setCovered(isCovered); // Before anything that could fail.
      this.#store.setState({ isCovered });
      void this.#bridge.call('cameras.cover', { isOn: isCovered });
    }
  }

  async setBypassed(isBypassed: boolean): Promise<void> {
    if (!isBypassed) {
      this.#run?.setBarred(true); // Before anything that could fail.
      this.#store.setState({ isBypassed, isBypassEnding: this.#run !== null });
      if (this.#run !== null) {
        this.#store.setState({ flow: 'barred' }); // The service may answer before the gate says so.
      }
    }
    this.#wantsBypass = isBypassed;
    if (isBypassed && this.#isOnAir) {
      // The state is set before the first frame can arrive: a busy page renders it late, but before any later
      // task.
      this.#store.setState({ isBypassed });
      await new Promise((resolve) => setTimeout(resolve));
      if (!this.#wantsBypass) {
        return; // The bypass was revoked meanwhile, or the session has ended.
      }
    }
    try {
      await this.#bridge.call('live.bypass', { isOn: isBypassed });
    } catch (error) {
      // A revoked or repeated request has reported its own state.
      const isReplaced = error instanceof AppError && error.code === 'cancelled';
      if (isBypassed && this.#wantsBypass && !isReplaced) {
        this.#store.setState({ isBypassed: false });
      }
      throw error;
    }
  }

  /** Applies a change to the running session; throws when it refuses. */
  async change(choice: LiveChoice, part: 'character' | 'prompt'): Promise<void> {
    if (this.#room === null || choice.characterId === null) {
      return;
    }
    const { characterId } = choice;
    this.#store.setState({ warnings: [] });
    const run = this.#run;
    await this.#showChange(choice, () =>
      this.#bridge.call('live.change', {
        ...(part === 'character' ? { characterId } : {}),
        prompt: toChangedInstruction(choice),
      }),
    );
    if (run === this.#run) {
      this.#choice = choice;
      this.#preview.noteChange(choice);
    }
  }

  /** Sets the sent camera; null for none. */
  async setCamera(camera: MediaStream | null): Promise<void> {
    this.#store.setState({ camera });
    await this.#run?.setCamera(camera?.getVideoTracks()[0] ?? null);
  }

  /** Sets the voice that the lips of a speaking character follow; null for none. */
  async setVoice(voice: MediaStreamTrack | null): Promise<void> {
    this.#voice = voice;
    await this.#run?.setVoice(voice);
  }

  #findCamera(): MediaStreamTrack | null {
    return this.#store.getState().camera?.getVideoTracks()[0] ?? null;
  }

  /**
   * Shows that a change is pending until frames contain it: the service accepts it first, and frames in transit
   * show the previous state.
   */
  async #showChange({ part }: LiveChoice, ask: () => Promise<unknown>): Promise<void> {
    this.#changes += 1;
    const own = this.#changes;
    const isAnotherPart = part !== 'auto' && part !== this.#choice?.part;
    const end = (): void => {
      if (own === this.#changes) {
        this.#store.setState({ isChanging: false });
      }
    };
    this.#store.setState({ isChanging: true });
    try {
      await ask();
    } catch (error) {
      end();
      throw error;
    }
    const untilMs = performance.now() + (isAnotherPart ? longestChangeMs : underWayMs);
    const timer = setInterval(() => {
      const isShown = isAnotherPart && this.#store.getState().stats?.mode === part;
      if (isShown || own !== this.#changes || performance.now() >= untilMs) {
        clearInterval(timer);
        end();
      }
    }, underWayMs);
  }

  /** Publishes the preview: to other programs first, so that no indicator reports it too early. */
  async #publish({ durationMinutes }: LiveChoice, own: number): Promise<void> {
    const run = this.#run;
    await this.#bridge.call('live.publish', { isOn: true, durationMinutes });
    if (run !== null && run === this.#run && own === this.#requests) {
      run.publish(true);
      this.#store.setState({ phase: this.#room === null ? 'opening' : 'on' });
    }
  }

  async #openPreview(choice: LiveChoice): Promise<void> {
    const track = this.#findCamera();
    this.#requestedAtMs = performance.now();
    this.#store.setState({ previewError: null });
    try {
      if (track !== null) {
        await this.#start(choice, track);
      }
    } catch (error) {
      this.#endPreview(toWireError(error));
    }
  }

  /** Throws for faults of the page; a refusal of the service ends the session. */
  async #start(choice: LiveChoice, track: MediaStreamTrack): Promise<void> {
    const isPublished = this.#isOnAir;
    const run = this.#openRun(choice, track);
    run.setCovered(this.#store.getState().isCovered); // The user may have covered while this waited.
    run.publish(isPublished);
    this.#choice = choice;
    this.#store.setState(isPublished ? { output: run.output } : { preview: run.preview });
    const { characterId, durationMinutes, cover, hasIdentityLock, hasBadge } = choice;
    try {
      await this.#bridge.call('live.start', {
        characterId: characterId ?? '',
        prompt: toInstruction(choice),
        durationMinutes,
        cover,
        hasIdentityLock,
        hasBadge,
        isPublished,
      });
    } catch (error) {
      // A refusal by main is in its state already; this handles calls that did not reach it.
      if (run === this.#run) {
        await this.#close({ reason: 'failed', error: toWireError(error) });
      }
    }
  }

  #openRun(choice: LiveChoice, camera: MediaStreamTrack): LiveRun {
    const own: LiveRun = new LiveRun({
      camera,
      plan: toCameraPlan(choice),
      card: loadCoverImage(this.#bridge),
      events: {
        onFlow: (message) => {
          if (own === this.#run) {
            this.#meter?.addOutput(message);
            this.#enterFlow(message);
          }
        },
        onRoom: (room) => {
          if (own === this.#run) {
            this.#store.setState({ room });
          }
        },
        onLost: (error) => {
          if (own === this.#run) {
            void this.#bridge.call('live.stop', {});
            void this.#close({ reason: 'lost', error: toWireError(error) });
          }
        },
      },
    });
    this.#run = own;
    own.sendTo(this.#framesUrl);
    void own.setVoice(this.#voice);
    this.#meter = openMetricsMeter({
      readPlan: () => {
        const choice = this.#readChoice();
        return { fps: choice.fps, isSmallest: isSmallestFormat(choice) };
      },
      measureTransport: () => own.measureTransport(),
      readStats: () => this.#store.getState().stats,
      onMetrics: (metrics) =>
        this.#store.setState(({ history }) => ({
          metrics,
          history: [...history, metrics].slice(-historySec),
        })),
    });
    return own;
  }

  /** Stops the running session silently; later events of main about it are ignored. */
  async #stop(): Promise<void> {
    if (this.#run !== null) {
      const left = this.#leave();
      await this.#bridge.call('live.stop', {});
      await left;
    }
  }

  async #leave(): Promise<void> {
    const old = this.#run;
    this.#run = null;
    this.#room = null;
    this.#wantsBypass = false;
    this.#meter?.close();
    this.#meter = null;
    this.#store.setState(noSessionState);
    await old?.close();
  }

  async #close(end: ShownLiveEnd | null): Promise<void> {
    const [left, wasOnAir] = [this.#leave(), this.#isOnAir];
    this.#isOnAir = false;
    this.#requests += 1;
    if (wasOnAir) {
      this.#store.setState({ ...offState, end });
      this.#preview.resume();
    } else {
      this.#endPreview(end?.error ?? null);
    }
    await left;
  }

  #endPreview(error: WireError | null): void {
    this.#store.setState({ previewError: error });
    this.#preview.ended(error);
  }

  #enterFlow({ flow, isPublished }: FromOutputGate): void {
    const { liveSinceMs, hasPreviewed } = this.#store.getState();
    const nowMs = performance.now();
    if (isPublished && flow === 'flowing' && liveSinceMs === null) {
      this.#meter?.setFirstFrame(nowMs - this.#requestedAtMs);
      this.#store.setState({ flow, liveSinceMs: nowMs });
    } else if (!isPublished && flow === 'flowing' && !hasPreviewed) {
      this.#meter?.setFirstFrame(nowMs - this.#requestedAtMs);
      this.#store.setState({ flow, hasPreviewed: true });
    } else {
      this.#store.setState({ flow });
    }
  }

  #applySession(session: SessionState): void {
    const run = this.#run;
    if (session.state === 'running' && run !== null) {
      const { model, maxDurationSec, costPerMinuteUsd, isLinked, bypass } = session;
      this.#applyBypass(run, bypass);
      this.#store.setState({
        ...(this.#isOnAir && session.isPublished ? { phase: 'on' } : {}),
        isLinked,
        session: { model, maxDurationSec, costPerMinuteUsd },
      });
      if (this.#room?.token !== session.room.token || this.#room.url !== session.room.url) {
        this.#room = session.room;
        this.#preview.noteRunning();
        run.enter(session.room);
      }
    } else if (session.state === 'ended' && run !== null) {
      const { reason, error } = session;
      void this.#close(reason === 'stopped' ? null : { reason, error });
    }
  }

  #applyBypass(run: LiveRun, bypass: LiveBypass): void {
    const isOn = bypass === 'starting' || bypass === 'on';
    run.setBypassed(bypass !== 'off');
    if (isOn && !this.#wantsBypass) {
      return; // The bypass was ended meanwhile.
    }
    run.setBarred(bypass === 'ending');
    this.#store.setState({ isBypassed: isOn, isBypassEnding: bypass === 'ending' });
  }

  #measured(stats: LiveStats): void {
    if (this.#run !== null) {
      this.#store.setState({ stats });
    }
  }

  #warned(warning: LiveWarning): void {
    this.#store.setState(({ warnings }) => {
      const others = warnings.filter((other) => other.message !== warning.message);
      const alike = others.filter(({ code }) => code === warning.code);
      // Refused wishes must not push out what tells that more than the face is visible.
      const kept = others.filter((other) => alike.indexOf(other) < maxWarnings - 1);
      return { warnings: [warning, ...kept].slice(0, maxWarnings * maxCodes) };
    });
  }
}
