import { toWireError } from '../../base/errors.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { Bridge } from '../../contract/ipc/kit.ts';
import type {
  LiveBypass,
  LiveRoom,
  LiveState as SessionState,
  LiveStats,
  LiveWarning,
} from '../../contract/ipc/live.ts';
import type { LiveChoice } from '../../contract/live-choice.ts';
import { toCameraPlan } from './camera-plan.ts';
import { toChangedInstruction, toInstruction } from './instruction.ts';
import { type MetricsMeter, openMetricsMeter } from './live-metrics.ts';
import { LiveRun } from './live-run.ts';
import { type LiveStore, offAir, type ShownLiveEnd } from './live-view.ts';
import type { GateFlow } from './output-gate-messages.ts';

const maxWarnings = 5;
const historySec = 60;

/** The live session of the page: what runs for it here, what main says of it, and what of both the store shows. */
export class LivePageSession {
  readonly #store: LiveStore;
  readonly #bridge: Bridge<Ipc>;
  #run: LiveRun | null = null;
  #meter: MetricsMeter | null = null;
  #room: LiveRoom | null = null;
  #askedAtMs = 0;
  /** What the user asked for last; what main says may be older. */
  #wantsBypass = false;
  /** Where frames go for the camera devices; null for nowhere. */
  #framesUrl: string | null = null;

  /** Listens to main. */
  constructor(store: LiveStore, bridge: Bridge<Ipc>) {
    this.#store = store;
    this.#bridge = bridge;
    bridge.on('live.changed', (session) => this.#follow(session));
    bridge.on('live.measured', (stats) => this.#measured(stats));
    bridge.on('live.warned', (warning) => this.#warned(warning));
    bridge.on('cameras.frame_socket', ({ url }) => {
      this.#framesUrl = url;
      this.#run?.sendTo(url);
    });
  }

  /** Opens a session and shows what comes of it. Failures arrive as `end`. */
  async goLive(choice: LiveChoice): Promise<void> {
    const { characterId } = choice;
    const { camera, phase } = this.#store.getState();
    const track = camera?.getVideoTracks()[0];
    if (phase !== 'off' || track === undefined || characterId === null) {
      return;
    }
    this.#askedAtMs = performance.now();
    this.#store.setState({ ...offAir, phase: 'opening', end: null, warnings: [] });
    try {
      this.#openRun(choice, track);
      await this.#bridge.call('live.start', {
        characterId,
        prompt: toInstruction(choice),
        durationMinutes: choice.durationMinutes,
        cover: choice.cover,
        hasIdentityLock: choice.hasIdentityLock,
      });
    } catch (error) {
      // What main refused it has told as its state; this is what the page could not do.
      if (this.#store.getState().phase !== 'off') {
        await this.#close({ reason: 'failed', error: toWireError(error) });
      }
    }
  }

  async endLive(): Promise<void> {
    await this.#bridge.call('live.stop', {});
    await this.#close(null);
  }

  setCovered(isCovered: boolean): void {
    this.#run?.setCovered(isCovered);
    if (this.#run !== null) {
      void this.#bridge.call('cameras.cover', { isOn: isCovered });
      this.#store.setState({ isCovered });
    }
  }

  async setBypassed(isBypassed: boolean): Promise<void> {
    if (!isBypassed) {
      this.#run?.setBarred(true); // Before anything that could fail.
      this.#store.setState({ isBypassed, isBypassEnding: this.#run !== null });
    }
    this.#wantsBypass = isBypassed;
    await this.#bridge.call('live.bypass', { isOn: isBypassed });
  }

  /** Tells the running session what changed; throws when it does not take it. */
  async change(choice: LiveChoice, what: 'character' | 'prompt'): Promise<void> {
    if (this.#store.getState().phase !== 'on' || choice.characterId === null) {
      return;
    }
    this.#store.setState({ warnings: [] });
    await this.#bridge.call('live.change', {
      ...(what === 'character' ? { characterId: choice.characterId } : {}),
      prompt: toChangedInstruction(choice),
    });
  }

  /** The camera that is sent from now on; null when there is none. */
  async setCamera(camera: MediaStream | null): Promise<void> {
    this.#store.setState({ camera });
    await this.#run?.setCamera(camera?.getVideoTracks()[0] ?? null);
  }

  #openRun(choice: LiveChoice, camera: MediaStreamTrack): void {
    const own: LiveRun = new LiveRun({
      camera,
      plan: toCameraPlan(choice),
      events: {
        onFlow: (message) => {
          if (own === this.#run) {
            this.#meter?.addOutput(message);
            this.#enterFlow(message.flow);
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
    this.#meter = openMetricsMeter({
      plannedFps: choice.fps,
      readTransport: () => own.readTransport(),
      readStats: () => this.#store.getState().stats,
      onMetrics: (metrics) =>
        this.#store.setState(({ history }) => ({
          metrics,
          history: [...history, metrics].slice(-historySec),
        })),
    });
    this.#store.setState({ output: own.output });
  }

  async #close(end: ShownLiveEnd | null): Promise<void> {
    const old = this.#run;
    this.#run = null;
    this.#room = null;
    this.#wantsBypass = false;
    this.#meter?.close();
    this.#meter = null;
    this.#store.setState({ ...offAir, end });
    await old?.close();
  }

  #enterFlow(flow: GateFlow): void {
    const { liveSinceMs } = this.#store.getState();
    if (flow === 'flowing' && liveSinceMs === null) {
      const nowMs = performance.now();
      this.#meter?.setFirstFrame(nowMs - this.#askedAtMs);
      this.#store.setState({ flow, liveSinceMs: nowMs });
    } else {
      this.#store.setState({ flow });
    }
  }

  #follow(session: SessionState): void {
    const run = this.#run;
    if (session.state === 'running' && run !== null) {
      const { model, maxDurationSec, costPerMinuteUsd, isLinked, bypass } = session;
      this.#followBypass(run, bypass);
      this.#store.setState({
        phase: 'on',
        isLinked,
        session: { model, maxDurationSec, costPerMinuteUsd },
      });
      if (this.#room?.token !== session.room.token || this.#room.url !== session.room.url) {
        this.#room = session.room;
        run.enter(session.room);
      }
    } else if (session.state === 'ended' && run !== null) {
      const { reason, error } = session;
      void this.#close(reason === 'stopped' ? null : { reason, error });
    }
  }

  #followBypass(run: LiveRun, bypass: LiveBypass): void {
    const isOn = bypass === 'starting' || bypass === 'on';
    run.setBypassed(bypass !== 'off');
    if (isOn && !this.#wantsBypass) {
      return; // It was ended meanwhile.
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
      return { warnings: [warning, ...others].slice(0, maxWarnings) };
    });
  }
}
