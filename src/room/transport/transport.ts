import { AppError } from '../../base/errors.ts';
import type { RoomLimits } from '../limits.ts';
import { Forwarder } from '../media/forwarder.ts';
import { parseDescription } from '../sdp/parse.ts';
import type { RemoteDescription, Setup } from '../sdp/types.ts';
import { writeDescription } from '../sdp/write.ts';
import { type ChannelLabel, DataChannels } from './data-channels.ts';
import { Sections } from './sections.ts';
import { SecurePath } from './secure-path.ts';

/** Events of a transport. */
export interface TransportEvents {
  onConnected(): void;
  onLost(reason: string): void;
  onMessage(label: ChannelLabel, message: Buffer): void;
}

/** One WebRTC connection of a participant: path, sections, media and data. */
export class Transport {
  readonly sections: Sections;
  readonly path: SecurePath;
  readonly forwarder: Forwarder;
  readonly channels: DataChannels;
  readonly #limits: RoomLimits;
  #remoteUfrag = '';
  #remoteSetup: Setup = 'actpass';
  #version = 0;

  private constructor(dependencies: {
    readonly path: SecurePath;
    readonly channels: DataChannels;
    readonly limits: RoomLimits;
    readonly isLocal: boolean;
  }) {
    const { path, isLocal } = dependencies;
    this.path = path;
    this.channels = dependencies.channels;
    this.#limits = dependencies.limits;
    this.sections = new Sections(isLocal);
    this.forwarder = new Forwarder({
      isLocal,
      sendRtp: (payload, header) => path.sendRtp(payload, header),
      sendRtcp: (packet) => path.sendRtcp(packet),
      extensionUriOf: (id) => this.sections.extensionUriOf(id),
    });
  }

  /** Binds a media socket on the host. */
  static async open(host: string, limits: RoomLimits, events: TransportEvents): Promise<Transport> {
    let transport: Transport | null = null;
    const path = await SecurePath.open(host, {
      onRtp: (packet) => transport?.forwarder.receiveRtp(packet),
      onRtcp: (packet) => transport?.forwarder.receiveRtcp(packet),
      onConnected: () => {
        transport?.channels.start();
        events.onConnected();
      },
      onLost: (reason) => events.onLost(reason),
    });
    const channels = new DataChannels(path.dtls, limits, (label, message) =>
      events.onMessage(label, message),
    );
    transport = new Transport({ path, channels, limits, isLocal: host.startsWith('127.') });
    return transport;
  }

  /** Applies an offer. Throws `invalid_input`; the transport is then unchanged. */
  receiveOffer(sdp: string): void {
    const offer = this.#parse(sdp);
    this.sections.receiveOffer(offer.sections);
    if (this.#remoteUfrag !== '' && this.#remoteUfrag !== offer.iceUfrag) {
      this.path.ice.restart();
    }
    this.#remoteUfrag = offer.iceUfrag;
    this.#remoteSetup = offer.setup;
    this.path.start(offer.fingerprint, offer.setup);
  }

  /** The answer to the offer that was taken last. */
  writeAnswer(): string {
    return this.#write(this.#remoteSetup === 'passive' ? 'active' : 'passive');
  }

  /** An offer of ours. */
  writeOffer(): string {
    return this.#write('actpass');
  }

  /** Applies the answer to our offer. Throws `invalid_input`; the transport is then unchanged. */
  receiveAnswer(sdp: string): void {
    const answer = this.#parse(sdp);
    this.sections.receiveAnswer(answer.sections);
    this.#remoteUfrag = answer.iceUfrag;
    this.#remoteSetup = answer.setup;
    this.path.start(answer.fingerprint, answer.setup);
  }

  /** Returns whether a connected path has received nothing for longer than `consentTimeoutMs`. */
  isSilent(nowMs: number): boolean {
    return (
      this.path.isConnected && nowMs - this.path.ice.lastReceivedMs > this.#limits.consentTimeoutMs
    );
  }

  /** Frees sockets and timers. */
  close(): void {
    this.forwarder.close();
    this.channels.close();
    this.path.close();
  }

  /** Reads a description of the peer that the path has. */
  #parse(sdp: string): RemoteDescription {
    const description = parseDescription(sdp);
    if (!this.path.isSamePeer(description.fingerprint)) {
      throw new AppError('invalid_input', 'The certificate of a connection cannot change.');
    }
    return description;
  }

  #write(setup: Setup): string {
    const { ice, fingerprint } = this.path;
    this.#version += 1;
    const local = {
      version: this.#version,
      iceUfrag: ice.localUfrag,
      icePassword: ice.localPassword,
      candidate: ice.candidate,
      fingerprint,
      setup,
    };
    return writeDescription(local, this.sections.toLocal());
  }
}
