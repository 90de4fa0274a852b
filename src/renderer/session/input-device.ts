import { type DeviceState, toDeviceFailure } from './media-failure.ts';

/** The part of `navigator.mediaDevices` that an input device needs. */
export type InputDeviceSource = Pick<MediaDevices, 'getUserMedia'>;

/** Events of a {@link InputDevice}. */
export interface InputDeviceEvents {
  readonly onState: (state: DeviceState) => void;
  /** The stream that runs now, or null. The input device keeps owning it. */
  readonly onStream: (stream: MediaStream | null) => void;
}

/**
 * One camera or one microphone, opened and closed. A newer start wins over a pending one, whose stream is
 * closed unused.
 */
export class InputDevice {
  readonly #source: InputDeviceSource;
  readonly #toConstraints: (deviceId: string | null) => MediaStreamConstraints;
  readonly #events: InputDeviceEvents;
  #stream: MediaStream | null = null;
  #run = 0;

  constructor(
    source: InputDeviceSource,
    toConstraints: (deviceId: string | null) => MediaStreamConstraints,
    events: InputDeviceEvents,
  ) {
    this.#source = source;
    this.#toConstraints = toConstraints;
    this.#events = events;
  }

  /**
   * Opens a device, or the system's first one for null and where the asked one is not there. Failures
   * arrive as a state.
   */
  async start(deviceId: string | null): Promise<void> {
    this.#close();
    this.#run += 1;
    const run = this.#run;
    this.#events.onState('starting');
    try {
      const stream = await this.#ask(deviceId);
      if (run === this.#run) {
        this.#open(stream);
      } else {
        endTracks(stream);
      }
    } catch (error) {
      if (run === this.#run) {
        this.#events.onState(toDeviceFailure(error));
      }
    }
  }

  /** Closes the device. */
  stop(): void {
    this.#run += 1;
    this.#close();
    this.#events.onState('off');
  }

  async #ask(deviceId: string | null): Promise<MediaStream> {
    try {
      return await this.#source.getUserMedia(this.#toConstraints(deviceId));
    } catch (error) {
      if (deviceId === null || toDeviceFailure(error) !== 'missing') {
        throw error;
      }
      return this.#source.getUserMedia(this.#toConstraints(null));
    }
  }

  #open(stream: MediaStream): void {
    this.#stream = stream;
    for (const track of stream.getTracks()) {
      track.addEventListener('ended', () => {
        if (this.#stream === stream) {
          this.#run += 1;
          this.#close();
          this.#events.onState('ended');
        }
      });
    }
    this.#events.onStream(stream);
    this.#events.onState('on');
  }

  #close(): void {
    if (this.#stream !== null) {
      endTracks(this.#stream);
      this.#stream = null;
      this.#events.onStream(null);
    }
  }
}

function endTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.stop();
  }
}
