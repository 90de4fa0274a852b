/**
 * Holds the connection to OBS while the user wants it.
 *
 *   off ──connect──▶ connecting ──▶ connected ──OBS ends──▶ connecting (again every second)
 *    ▲                   │ a password that is missing or wrong
 *    └──disconnect──     └──▶ waits for the user: OBS shows an alert for every wrong one
 *
 * A camera stream that moved to another port, as after a restart, is set in the input of OBS.
 */
import { AppError } from '../../base/errors.ts';
import { faultDetails } from '../../base/faults.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { ObsRemedy, ObsStatus, ObsTest } from '../../contract/obs.ts';
import type { StreamCoding } from '../../contract/devices.ts';
import type { LumaThumbnail } from '../thumbnail/luma-thumbnail.ts';
import { isObsRefusal, ObsConnection, obsCodes } from './obs-connection.ts';
import { testPicture } from './obs-picture.ts';
import { ObsProblem } from './obs-problem.ts';
import type { ObsServerSettings } from './obs-settings.ts';
import { DEFAULT_PORT } from './obs-settings.ts';
import { readObsItems, type ObsItems, pointCamera, setUpObs } from './obs-setup.ts';

/** The stream of frames that OBS reads. */
export interface ObsStream {
  /** Opens it where that was not done yet, and gives where it is now and how many programs read it. */
  open(coding: StreamCoding): Promise<{ readonly port: number; readonly readers: number }>;
  /** The newest frame; null when there was none yet. */
  readFields(): Promise<LumaThumbnail | null>;
  /** Closes the link; no further events. */
  close(): Promise<void>;
}

/** Dependencies of a link. */
export interface ObsLinkOptions {
  readonly stream: ObsStream;
  readonly readSettings: () => Promise<ObsServerSettings>;
  /** The virtual microphone as the system lists it; null without one. */
  readonly findMicrophone: () => Promise<string | null>;
  readonly onStatus: (status: ObsStatus) => void;
  /** Called for failures in the background. */
  readonly onFailure: (error: unknown) => void;
}

/** Access to OBS's server; `null` means its configured port, and no password. */
export interface ObsAccess {
  readonly port: number | null;
  readonly password: string | null;
}

/** Interval of checking whether OBS is available, and for changes that it does not report. */
const POLL_MS = 1000;
/** OBS tries to connect every second. */
const MAX_UNREAD_POLLS = 10;

const noItems: ObsItems = { camera: null, scene: null, audioInput: null };

/** See the head of this file. */
export class ObsLink {
  readonly #options: ObsLinkOptions;
  #access: ObsAccess | null = null;
  #port = DEFAULT_PORT;
  #connection: ObsConnection | null = null;
  #remedy: ObsRemedy | null = null;
  #items = noItems;
  #facts: Pick<ObsStatus, 'version' | 'syncOffsetMs' | 'virtualCamera'> = noFacts;
  #readers = 0;
  #coding: StreamCoding = 'y4m';
  /** Number of consecutive checks without a reader. */
  #unreadPolls = 0;
  /** True when the report of OBS may be outdated: removed items stay listed for a moment. */
  #isStale = false;
  /** True when OBS was connected at least once since the start. */
  #wasConnected = false;
  #timer: NodeJS.Timeout | null = null;
  /** Serialises requests and periodic checks. */
  readonly #queue = new SerialQueue();
  /** True while a periodic check runs or waits: one may take longer than the interval. */
  #isChecking = false;
  #reported = '';

  constructor(options: ObsLinkOptions) {
    this.#options = options;
  }

  /** Last known status of OBS. */
  get status(): ObsStatus {
    const { camera, scene, audioInput } = this.#items;
    return {
      ...this.#facts,
      ...this.#judge(),
      port: this.#port,
      hasPassword: this.#access !== null && this.#access.password !== null,
      scene,
      input: camera?.name ?? null,
      audioInput: audioInput?.name ?? null,
      isAudioVirtual: audioInput?.isVirtual === true,
      readers: this.#readers,
    };
  }

  /** Connects and stays so. Resolves after the first try, whether it worked or not. */
  connect(access: ObsAccess): Promise<ObsStatus> {
    return this.#inTurn(async () => {
      this.#drop();
      this.#access = access;
      this.#timer ??= setInterval(() => void this.#look(), POLL_MS);
      await this.#tryConnect();
    });
  }

  /** Ends the connection and the stream; the items in OBS stay. */
  disconnect(): Promise<ObsStatus> {
    return this.#inTurn(async () => {
      this.#access = null;
      this.#remedy = null;
      clearInterval(this.#timer ?? undefined);
      this.#timer = null;
      this.#drop();
      await this.#options.stream.close();
    });
  }

  /** See {@link setUpObs}. Throws an `ObsProblem` without a connection. */
  setUp(): Promise<ObsStatus> {
    return this.#inTurn(async () => {
      const obs = this.#require();
      const { stream, findMicrophone } = this.#options;
      const coding = this.#coding;
      const { port } = await stream.open(coding);
      await setUpObs(obs, { port, coding }, await findMicrophone());
      await this.#refresh(obs);
    });
  }

  /** Delays the audio by this many ms relative to the video. Throws `not_found` without an audio input. */
  setSyncOffset(offsetMs: number): Promise<ObsStatus> {
    return this.#inTurn(async () => {
      const obs = this.#require();
      const { audioInput } = this.#items;
      if (audioInput === null) {
        throw new AppError('not_found', 'OBS has no input of a microphone. Add one in OBS.', {
          details: faultDetails('obs_no_microphone'),
        });
      }
      await obs.call('SetInputAudioSyncOffset', {
        inputName: audioInput.name,
        inputAudioSyncOffset: offsetMs,
      });
      await this.#refresh(obs);
    });
  }

  /** Turns OBS's own virtual camera on or off. Throws `capability_unavailable` where OBS has none. */
  setVirtualCamera(isOn: boolean): Promise<ObsStatus> {
    return this.#inTurn(async () => {
      const obs = this.#require();
      try {
        await obs.call(isOn ? 'StartVirtualCam' : 'StopVirtualCam');
      } catch (error) {
        throw toCameraError(error, isOn);
      }
      await this.#refresh(obs);
    });
  }

  /** See {@link testPicture}. Throws `not_found` without our input in OBS. */
  async test(): Promise<ObsTest> {
    const obs = this.#require();
    const { camera } = this.#items;
    if (camera === null) {
      throw new AppError('not_found', 'OBS has no input of Guise. Set it up first.', {
        details: faultDetails('obs_not_set_up'),
      });
    }
    return testPicture(obs, camera.name, () => this.#options.stream.readFields());
  }

  async #inTurn(work: () => Promise<void>): Promise<ObsStatus> {
    try {
      await this.#queue.run(work);
    } finally {
      this.#report();
    }
    return this.status;
  }

  /** Periodic check. */
  async #look(): Promise<void> {
    if (this.#isChecking) {
      return;
    }
    this.#isChecking = true;
    try {
      await this.#inTurn(async () => {
        if (this.#connection === null) {
          await this.#retry();
        } else {
          if (this.#isStale) {
            await this.#refresh(this.#connection);
            this.#isStale = false;
          }
          await this.#openStream(this.#connection);
        }
      });
    } catch (error) {
      this.#options.onFailure(error);
    } finally {
      this.#isChecking = false;
    }
  }

  async #retry(): Promise<void> {
    const waitsForUser = this.#remedy === 'enter_password' || this.#remedy === 'correct_password';
    if (this.#access !== null && !waitsForUser) {
      await this.#tryConnect();
    }
  }

  async #tryConnect(): Promise<void> {
    const access = this.#access;
    if (access === null) {
      return;
    }
    const settings = await this.#options.readSettings();
    this.#port = access.port ?? settings.port ?? DEFAULT_PORT;
    try {
      const obs = await ObsConnection.open({ port: this.#port, password: access.password });
      this.#connection = obs;
      this.#wasConnected = true;
      obs.onChange(() => {
        this.#isStale = true;
        void this.#inTurn(() => this.#refresh(obs)).catch(this.#options.onFailure);
      });
      void this.#awaitEnd(obs);
      await this.#refresh(obs);
      await this.#openStream(obs);
    } catch (error) {
      this.#drop();
      const remedy = error instanceof ObsProblem ? error.remedy : 'start_obs';
      const canBeMissing = access.port === null && !this.#wasConnected;
      this.#remedy = remedy === 'start_obs' ? toAbsenceRemedy(settings, canBeMissing) : remedy;
    }
  }

  async #awaitEnd(obs: ObsConnection): Promise<void> {
    await obs.ended;
    if (this.#connection === obs) {
      this.#drop();
      this.#report();
    }
  }

  /** Reads the current state of OBS. */
  async #refresh(obs: ObsConnection): Promise<void> {
    if (this.#connection === obs) {
      const { obsVersion } = await obs.call('GetVersion');
      this.#items = await readObsItems(obs);
      this.#facts = {
        version: obsVersion,
        syncOffsetMs: await readSyncOffset(obs, this.#items.audioInput?.name ?? null),
        virtualCamera: await readVirtualCamera(obs),
      };
      this.#remedy = this.#items.camera === null ? 'set_up' : null;
    }
  }

  /** The stream is open while OBS has an input for it, which follows it to another port. */
  async #openStream(obs: ObsConnection): Promise<void> {
    const { camera } = this.#items;
    if (camera !== null) {
      const coding = this.#coding;
      const { port, readers } = await this.#options.stream.open(coding);
      this.#readers = readers;
      this.#chooseCoding();
      if (await pointCamera(obs, camera, { port, coding })) {
        this.#items = await readObsItems(obs);
      }
    }
  }

  /**
   * An OBS that does not start reading within seconds may not support one encoding, and is offered the other.
   */
  #chooseCoding(): void {
    this.#unreadPolls = this.#readers > 0 ? 0 : this.#unreadPolls + 1;
    if (this.#unreadPolls >= MAX_UNREAD_POLLS) {
      this.#unreadPolls = 0;
      this.#coding = this.#coding === 'y4m' ? 'h264' : 'y4m';
    }
  }

  #drop(): void {
    const connection = this.#connection;
    this.#connection = null;
    this.#items = noItems;
    this.#facts = noFacts;
    this.#readers = 0;
    this.#remedy = this.#access === null ? null : 'start_obs';
    connection?.close();
  }

  #require(): ObsConnection {
    if (this.#connection === null) {
      throw new ObsProblem(this.#remedy ?? 'start_obs', 'There is no connection to OBS.');
    }
    return this.#connection;
  }

  #judge(): Pick<ObsStatus, 'state' | 'remedy'> {
    if (this.#access === null) {
      return { state: 'off', remedy: null };
    }
    if (this.#remedy !== null) {
      return {
        state: this.#remedy === 'update_obs' ? 'blocked' : 'needs_setup',
        remedy: this.#remedy,
      };
    }
    return { state: this.#readers > 0 ? 'in_use' : 'ready', remedy: null };
  }

  #report(): void {
    const { status } = this;
    const text = JSON.stringify(status);
    if (text !== this.#reported) {
      this.#reported = text;
      this.#options.onStatus(status);
    }
  }
}

const noFacts = { version: null, syncOffsetMs: null, virtualCamera: null } as const;

/**
 * Remedy when nothing listens: the settings of OBS may reveal the reason. `canBeMissing`: there is no evidence
 * of an OBS on this computer.
 */
function toAbsenceRemedy(
  { isInstalled, isServerOn }: ObsServerSettings,
  canBeMissing: boolean,
): ObsRemedy {
  if (!isInstalled && canBeMissing) {
    return 'install_obs';
  }
  return isServerOn === false ? 'enable_server' : 'start_obs';
}

async function readSyncOffset(
  obs: ObsConnection,
  inputName: string | null,
): Promise<number | null> {
  if (inputName === null) {
    return null;
  }
  return (await obs.call('GetInputAudioSyncOffset', { inputName })).inputAudioSyncOffset;
}

async function readVirtualCamera(obs: ObsConnection): Promise<ObsStatus['virtualCamera']> {
  try {
    return (await obs.call('GetVirtualCamStatus')).outputActive ? 'on' : 'off';
  } catch (error) {
    if (isObsRefusal(error, obsCodes.invalidResourceState)) {
      return 'unavailable';
    }
    throw error;
  }
}

function toCameraError(error: unknown, isOn: boolean): unknown {
  return isObsRefusal(error, obsCodes.invalidResourceState) && isOn
    ? new AppError('capability_unavailable', 'This OBS has no virtual camera on this system.', {
        cause: error,
        details: faultDetails('obs_no_camera'),
      })
    : error;
}
