import { SerialQueue } from '../../../base/serial-queue.ts';

/** Audio sources of a speaking character. */
export interface TalkSources {
  /** The unprocessed microphone, which drives the lips. */
  readonly microphone: MediaStream | null;
  /** Changed voice, which others hear instead of the microphone. */
  readonly voice: MediaStream | null;
}

/**
 * Audio of a speaking character:
 *
 *   microphone ──▶ lips ◀── script ──▶ loudspeaker
 *   changed voice, else microphone ──▶ heard ◀── script
 */
export class TalkSound {
  /** Lips follow it. */
  readonly lips: MediaStreamTrack | null;
  /** Audio for others. */
  readonly outgoing: MediaStream;
  readonly #context = new AudioContext({ latencyHint: 'interactive' });
  readonly #lips = this.#context.createMediaStreamDestination();
  readonly #outgoing = this.#context.createMediaStreamDestination();
  readonly #script = this.#context.createGain();
  readonly #decoding = new SerialQueue();
  #sources: TalkSources = { microphone: null, voice: null };
  #nodes: readonly AudioNode[] = [];
  #spoken: readonly AudioBufferSourceNode[] = [];
  #endsAtS = 0;
  /** Number of stops: what was asked for before one is not played after it. */
  #stops = 0;

  constructor() {
    this.lips = this.#lips.stream.getAudioTracks()[0] ?? null;
    this.outgoing = this.#outgoing.stream;
    for (const target of [this.#lips, this.#outgoing, this.#context.destination]) {
      this.#script.connect(target);
    }
  }

  /** Sets the audio sources. */
  feed(sources: TalkSources): void {
    const { microphone, voice } = this.#sources;
    if (microphone === sources.microphone && voice === sources.voice) {
      return;
    }
    this.#sources = sources;
    for (const node of this.#nodes) {
      node.disconnect();
    }
    this.#nodes = [
      ...this.#connect(sources.microphone, this.#lips),
      ...this.#connect(sources.voice ?? sources.microphone, this.#outgoing),
    ];
  }

  /** Plays a speech file after the queued ones; resolves when it has ended or was stopped. */
  async speak(file: ArrayBuffer): Promise<void> {
    const stops = this.#stops;
    await this.#context.resume();
    // In order, although a short piece is decoded sooner.
    const buffer = await this.#decoding.run(() => this.#context.decodeAudioData(file));
    if (stops !== this.#stops) {
      return;
    }
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#script);
    const startS = Math.max(this.#context.currentTime, this.#endsAtS);
    this.#endsAtS = startS + buffer.duration;
    const ended = new Promise<void>((resolve) => {
      source.addEventListener('ended', () => resolve(), { once: true });
    });
    this.#spoken = [...this.#spoken, source];
    source.start(startS);
    await ended;
    this.#spoken = this.#spoken.filter((other) => other !== source);
  }

  /** Stops the current speech and clears the queue. */
  stop(): void {
    this.#stops += 1;
    for (const source of this.#spoken) {
      source.stop();
    }
    this.#endsAtS = 0;
  }

  close(): void {
    this.stop();
    this.feed({ microphone: null, voice: null });
    void this.#context.close();
  }

  #connect(stream: MediaStream | null, target: AudioNode): readonly AudioNode[] {
    if (stream === null || stream.getAudioTracks().length === 0) {
      return [];
    }
    const node = this.#context.createMediaStreamSource(stream);
    node.connect(target);
    return [node];
  }
}
