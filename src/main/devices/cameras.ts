import { createHmac } from 'node:crypto';
import { AppError, toWireError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import { PeerHost } from '../../base/peer/peer-host.ts';
import type { PeerProcess } from '../../base/peer/port.ts';
import type {
  CameraFormat,
  cameraMethods,
  CameraPatch,
  StreamCoding,
  OutputPage,
} from '../../contract/devices.ts';
import type { CameraView } from '../../contract/ipc/cameras.ts';
import type { Ipc } from '../../contract/ipc/contract.ts';
import type { FrameLinkAddress } from '../../contract/frame-link.ts';
import type { LiveState } from '../../contract/ipc/live.ts';
import type { AskedMethods } from '../../contract/peer-methods.ts';
import type { AreaHandlers } from '../ipc/area.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import type { RoomRelay } from '../live/room-relay.ts';
import type { KeyVault } from '../profiles/key-vault.ts';
import type { ServiceHost } from '../service/service-host.ts';
import { createFrameEndpoint, type FrameEndpoint } from './frame-endpoint.ts';

/** Dependencies of {@link Cameras}. */
export interface CamerasOptions {
  /** Starts the process that holds the devices. */
  readonly fork: () => PeerProcess;
  readonly service: Pick<ServiceHost, 'sendFramesTo'>;
  /** Returns whether an origin is that of the page. */
  readonly isOwnOrigin: (origin: string) => boolean;
  readonly vault: Pick<KeyVault, 'readProofKey'>;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
  /** Poll interval of the state, in milliseconds. */
  readonly everyMs?: number | undefined;
}

/** Name of the camera in other programs. */
const NAME = 'Guise Camera';
const EVERY_MS = 500;
/** Port of the output as a page; one above that of the control API. */
const PAGE_PORT = 4474;
/** Format of a stream without a camera beside it. */
const STREAM_FORMAT: CameraFormat = { width: 1280, height: 720, rate: 30 };
/** Maximum automatic restarts of the process in a minute. */
const MAX_ENDS = 3;
const MINUTE_MS = 60_000;

/**
 * Virtual camera of the app: a separate process, to which live workers send frames. Cover and bypass settings
 * are applied again after a restart of the process. The page sends the frames of a remote session.
 */
export class Cameras {
  readonly calls: AreaHandlers<'cameras'> = {
    'cameras.read': async () => this.#view,
    'cameras.start': ({ format }) => this.start(format),
    'cameras.stop': async () => {
      await this.stop();
      return null;
    },
    'cameras.cover': async ({ isOn }) => {
      this.cover(isOn);
      return null;
    },
    'cameras.test': async () => {
      if (this.#view.state === 'on') {
        await this.#host.call('test', {});
      }
      return null;
    },
    'cameras.open_page': async () => ({ url: await this.#openPage() }),
    'cameras.close_page': async () => {
      this.#page = null;
      if (this.#isOpen) {
        await this.#host.call('closePage', {});
      }
      return null;
    },
    'cameras.delay': async ({ delayMs }) => {
      this.#delayMs = delayMs;
      this.#change({ delayMs });
      return null;
    },
  };
  readonly #options: CamerasOptions;
  readonly #host: PeerHost<AskedMethods<typeof cameraMethods>>;
  #view: CameraView = { state: 'off' };
  /** Format of the requested camera; null for none. */
  #format: CameraFormat | null = null;
  /** True when the user is live; a session also runs for a preview that they see alone. */
  #isPublished = false;
  #isCovered = false;
  #mayPass = false;
  #delayMs = 0;
  #cardPath: string | null = null;
  #endsAtMs: number[] = [];
  /** True when the process was opened; from then on it is notified of changes. */
  #isOpen = false;
  /** Address at which the process receives frames, while it does. */
  #link: FrameLinkAddress | null = null;
  #endpoint: FrameEndpoint | null = null;
  #live: LiveState = { state: 'idle' };
  /** Last state reported to the page. */
  #isFed = false;
  /** True when frames are also served as a stream; `#streamPort`: the last port of the stream. */
  #isStreamed = false;
  #streamPort: number | null = null;
  /** Page with the output; null while it is not served. */
  #page: OutputPage | null = null;
  readonly #queue = new SerialQueue();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CamerasOptions) {
    this.#options = options;
    this.#host = new PeerHost({ start: options.fork, ended: () => ended() });
  }

  /**
   * Turns the camera on. A running one is restarted for another format, but kept in the same one, because
   * programs that read it would lose it: a reloaded page starts it again. Throws the reason of a failure.
   */
  start(format: CameraFormat): Promise<CameraView> {
    return this.#queue.run(async () => {
      if (isSame(this.#format, format)) {
        return this.#view;
      }
      await this.#end();
      this.#format = format;
      this.#enter({ state: 'starting' });
      try {
        await this.#open(format);
      } catch (error) {
        await this.#end();
        throw error;
      }
      return this.#view;
    });
  }

  /** Turns the camera off, so that other programs lose it. An open stream returns with the next {@link openStream}. */
  stop(): Promise<void> {
    return this.#queue.run(() => this.#end());
  }

  /**
   * Serves frames on a local port, whether the camera is on or not, and returns the port and the number of
   * readers. A repeated call restores what has ended meanwhile.
   */
  openStream(coding: StreamCoding): Promise<{ readonly port: number; readonly readers: number }> {
    return this.#queue.run(async () => {
      this.#isStreamed = true;
      if (this.#host.process === null) {
        if (this.#format !== null || (this.#isOpen && this.#endsTooOften())) {
          throw ended(); // The camera is about to restart the process, or the process ends after every start.
        }
        await this.#openProcess(STREAM_FORMAT, null);
      }
      const stream = await this.#host.call('openStream', { coding, port: this.#streamPort });
      this.#streamPort = stream.port;
      return stream;
    });
  }

  /** Stops serving the stream. */
  closeStream(): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#isStreamed && this.#host.process !== null) {
        await (this.#format === null ? this.#end() : this.#host.call('closeStream', {}));
      }
      this.#isStreamed = false;
    });
  }

  /** Luma cells of the next frame; null while none is served. */
  async readFields(): Promise<readonly number[] | null> {
    const isServed = this.#isStreamed && this.#isOpen && this.#host.process !== null;
    return isServed ? this.#host.call('readFields', {}) : null;
  }

  /** Shows the card immediately, until it is revoked, independently of the page; going live revokes it. */
  cover(isOn: boolean): void {
    this.#isCovered = isOn;
    this.#change({ isCovered: isOn });
  }

  /** Sets the user's own cover card; null for the app's default card. */
  setCard(cardPath: string | null): void {
    this.#cardPath = cardPath;
    if (this.#isOpen) {
      this.#host.post('setCard', { cardPath });
    }
  }

  /** Accepts the page's frames through this relay; called once. */
  listen(relay: Pick<RoomRelay, 'sources' | 'admit'>): void {
    this.#endpoint = createFrameEndpoint({
      relay,
      isOwnOrigin: this.#options.isOwnOrigin,
      canShowCamera: () => this.#live.state === 'running' && this.#live.bypass !== 'off',
    });
  }

  /**
   * Applies the state of the session: frames leave only while the user is live, and the camera's own picture only
   * while bypass is on or starting.
   */
  setLiveState(live: LiveState): void {
    const isOther =
      live.state !== this.#live.state ||
      (live.state === 'running' &&
        this.#live.state === 'running' &&
        live.sessionId !== this.#live.sessionId);
    this.#live = live;
    if (isOther) {
      this.#leadPage();
    }
    const isPublished = live.state === 'running' && live.isPublished;
    if (isPublished !== this.#isPublished) {
      this.#isPublished = isPublished;
      this.#change({ isPublished });
      this.#leadWorkers();
    }
    const mayPass =
      live.state === 'running' && (live.bypass === 'on' || live.bypass === 'starting');
    if (mayPass !== this.#mayPass) {
      this.#mayPass = mayPass;
      this.#change({ mayPass });
    }
  }

  async #open(format: CameraFormat): Promise<void> {
    await this.#openProcess(format, NAME);
    await this.#read(format);
    void this.#watchCard(format);
  }

  /**
   * Reports immediately when the output becomes the card or stops being it, so that the indicator is never
   * late.
   */
  async #watchCard(format: CameraFormat): Promise<void> {
    try {
      while (this.#format === format && this.#view.state === 'on') {
        const { isCard } = await this.#host.call('nextCard', { isCard: this.#view.output.isCard });
        const view: CameraView = this.#view;
        if (this.#format === format && view.state === 'on' && isCard !== view.output.isCard) {
          this.#enter({ ...view, output: { ...view.output, isCard } });
        }
      }
    } catch {
      // The process has ended: readers of the state learn it and start the process again.
    }
  }

  async #openProcess(format: CameraFormat, name: string | null): Promise<void> {
    this.#isOpen = false;
    const cardPath = this.#cardPath;
    const { link } = await this.#host.call('open', { format, name, cardPath });
    this.#isOpen = true;
    if (this.#cardPath !== cardPath) {
      this.setCard(this.#cardPath); // It was changed while the process opened.
    }
    await this.#host.call('change', {
      isPublished: this.#isPublished,
      isCovered: this.#isCovered,
      mayPass: this.#mayPass,
      delayMs: this.#delayMs,
    });
    if (this.#page !== null) {
      await this.#host.call('openPage', this.#page).catch((error: unknown) => {
        this.#page = null; // Another program has its port meanwhile: the camera continues without it.
        this.#options.log('warn', 'camera.page_lost', { error });
      });
    }
    this.#setLink(link);
  }

  #setLink(link: FrameLinkAddress | null): void {
    this.#link = link;
    this.#leadWorkers();
    this.#leadPage();
  }

  /** Workers know the frame target only while the user is live: a preview never leaves its worker. */
  #leadWorkers(): void {
    this.#options.service.sendFramesTo(this.#isPublished ? this.#link : null);
  }

  /** Provides the page with a URL while there are frames to send, and a receiver. */
  #leadPage(): void {
    const live = this.#live;
    const link = live.state === 'running' && live.isRemote ? this.#link : null;
    const url = link === null ? null : (this.#endpoint?.open(link) ?? null);
    if (url !== null || this.#isFed) {
      this.#isFed = url !== null;
      if (url === null) {
        this.#endpoint?.close();
      }
      this.#options.emit('cameras.frame_socket', { url });
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#format = null;
    this.#isOpen = false;
    this.#setLink(null);
    await this.#host.end();
    if (this.#view.state !== 'off') {
      this.#enter({ state: 'off' });
    }
  }

  /** The URL is the same at every start, so that it has to be set once in a browser source of OBS. */
  async #openPage(): Promise<string> {
    const secret = createHmac('sha256', await this.#options.vault.readProofKey());
    const path = secret.update('output page').digest('hex').slice(0, 32);
    const page = { port: PAGE_PORT, path };
    if (!this.#isOpen) {
      throw new AppError('not_found', 'The virtual camera is off.');
    }
    await this.#host.call('openPage', page);
    this.#page = page;
    return `http://127.0.0.1:${page.port}/${path}/`;
  }

  /** Changes during a start or after the end of the process are applied at its next start. */
  #change(patch: CameraPatch): void {
    if (this.#isOpen) {
      this.#host.post('change', patch);
    }
  }

  async #read(format: CameraFormat): Promise<void> {
    const { output, sinks } = await this.#host.call('status', {});
    if (this.#format !== format) {
      return; // The camera was stopped meanwhile.
    }
    this.#enter({ state: 'on', format, output, sinks, delayMs: this.#delayMs });
    this.#timer = setTimeout(() => {
      this.#read(format).catch((error: unknown) => this.#lost(format, error));
    }, this.#options.everyMs ?? EVERY_MS);
  }

  #lost(format: CameraFormat, error: unknown): void {
    if (this.#format !== format) {
      return;
    }
    this.#options.log('warn', 'camera.ended', { error });
    if (this.#endsTooOften()) {
      this.#format = null;
      this.#setLink(null);
      this.#enter({ state: 'failed', error: toWireError(error) });
      return;
    }
    this.#enter({ state: 'starting' });
    this.#open(format).catch((next: unknown) => this.#lost(format, next));
  }

  /** Counts unexpected exits of the process. */
  #endsTooOften(): boolean {
    const nowMs = performance.now();
    this.#endsAtMs = [...this.#endsAtMs.filter((atMs) => nowMs - atMs < MINUTE_MS), nowMs];
    return this.#endsAtMs.length > MAX_ENDS;
  }

  #enter(view: CameraView): void {
    this.#view = view;
    this.#options.emit('cameras.changed', view);
  }
}

function isSame(one: CameraFormat | null, other: CameraFormat): boolean {
  return one?.width === other.width && one.height === other.height && one.rate === other.rate;
}

function ended(): AppError {
  return new AppError('processing_failed', 'The process of the virtual camera ended.');
}
