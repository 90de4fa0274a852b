import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createRandomText } from '../ids/random-ids.ts';
import { isAuthentic, isStun, parseBindingRequest, writeBindingResponse } from './stun.ts';

const socketBufferBytes = 2 * 1024 * 1024;
const ufragLength = 12;
const passwordLength = 32;

/** Counters of one media socket. */
export interface IceCounters {
  /** Datagrams from the chosen address that were passed on. */
  received: number;
  sent: number;
  /** STUN that was no request of ours, or not signed with our password. */
  refusedChecks: number;
  /** Anything else from an address that is not the chosen one. */
  strays: number;
}

/** Loss that a test puts on the media of one path; both are fractions from 0 to 1. */
export interface MediaLoss {
  readonly inbound: number;
  readonly outbound: number;
}

/** Time for which an unproven new address of a connected peer is sent to. */
const unprovenMs = 5_000;

/**
 * ICE-lite agent on one UDP socket: it answers the peer's checks and follows its nomination, and never sends
 * checks itself. From an address that was not nominated only signed checks are accepted, and nothing but the
 * answers to them is sent to it. Once the path is encrypted, an address has to be proven: an attacker with the password could name
 * somebody else's.
 */
export class IceLite {
  localUfrag = createRandomText(ufragLength);
  localPassword = createRandomText(passwordLength);
  readonly counters: IceCounters = { received: 0, sent: 0, refusedChecks: 0, strays: 0 };
  /**
   * `performance.now()` of the last packet of the peer from the chosen address: a signed check, or proven
   * media.
   */
  lastReceivedMs = 0;
  /** `performance.now()` of the last packet of the chosen address that could be decrypted; 0 before. */
  lastProvenMs = 0;
  #mustProve = false;
  #chosenMs = 0;
  readonly #socket: Socket;
  readonly #onDatagram: (datagram: Buffer) => void;
  #peer: { readonly address: string; readonly port: number } | null = null;
  #loss: MediaLoss | null = null;
  #isClosed = false;

  private constructor(socket: Socket, onDatagram: (datagram: Buffer) => void) {
    this.#socket = socket;
    this.#onDatagram = onDatagram;
    socket.on('message', (datagram, source) => this.#receive(datagram, source));
    // UDP errors concern single datagrams, for example to a peer that is gone; silence ends the path.
    socket.on('error', () => {});
  }

  /**
   * Binds a free port of the host, an IPv4 address. Every datagram of the peer except checks goes to
   * `onDatagram`.
   */
  static async open(host: string, onDatagram: (datagram: Buffer) => void): Promise<IceLite> {
    const socket = createSocket({
      type: 'udp4',
      recvBufferSize: socketBufferBytes,
      sendBufferSize: socketBufferBytes,
    });
    socket.bind(0, host);
    try {
      await once(socket, 'listening');
    } catch (error) {
      socket.close();
      throw error;
    }
    return new IceLite(socket, onDatagram);
  }

  /** Our only candidate, as a line of SDP without `a=`. */
  get candidate(): string {
    const { address, port } = this.#socket.address();
    return `candidate:1 1 udp 2130706431 ${address} ${port} typ host generation 0`;
  }

  /** The port that was bound. */
  get port(): number {
    return this.#socket.address().port;
  }

  /** New credentials; the chosen address stays until a check with the new ones chooses another. */
  restart(): void {
    this.localUfrag = createRandomText(ufragLength);
    this.localPassword = createRandomText(passwordLength);
  }

  /** Marks the path as encrypted, with the peer at the chosen address: see {@link prove}. */
  requireProof(): void {
    this.#mustProve = true;
    this.prove();
  }

  /** Reports that a datagram of the chosen address was decrypted. */
  prove(): void {
    this.lastProvenMs = performance.now();
    this.lastReceivedMs = this.lastProvenMs;
  }

  /**
   * Sends to the chosen address; drops the datagram when there is none, when it was not proven in time, or
   * after closing.
   */
  send(datagram: Buffer): void {
    if (this.#peer === null || this.#isClosed || this.#isLost(datagram, 'outbound')) {
      return;
    }
    if (this.#mustProve && this.lastProvenMs === 0) {
      if (performance.now() - this.#chosenMs > unprovenMs) {
        return;
      }
    }
    this.counters.sent += 1;
    this.#socket.send(datagram, this.#peer.port, this.#peer.address);
  }

  /** Loses media at random from now on; null ends it. */
  setLoss(loss: MediaLoss | null): void {
    this.#loss = loss;
  }

  /** Frees the socket. */
  close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#socket.close();
    }
  }

  #receive(datagram: Buffer, source: RemoteInfo): void {
    // Nothing can be sent to port 0: the socket throws.
    if (this.#isClosed || datagram.length === 0 || source.port === 0) {
      return;
    }
    if (isStun(datagram)) {
      this.#receiveCheck(datagram, source);
      return;
    }
    if (source.port !== this.#peer?.port || source.address !== this.#peer.address) {
      this.counters.strays += 1;
      return;
    }
    if (!this.#mustProve) {
      this.lastReceivedMs = performance.now();
    }
    if (this.#isLost(datagram, 'inbound')) {
      return;
    }
    this.counters.received += 1;
    this.#onDatagram(datagram);
  }

  #receiveCheck(datagram: Buffer, source: RemoteInfo): void {
    const request = parseBindingRequest(datagram);
    if (
      request?.localUfrag !== this.localUfrag ||
      !isAuthentic(datagram, request, this.localPassword)
    ) {
      this.counters.refusedChecks += 1;
      return;
    }
    this.#socket.send(
      writeBindingResponse(datagram, source, this.localPassword),
      source.port,
      source.address,
    );
    const isSame = this.#peer?.port === source.port && this.#peer.address === source.address;
    const isChosen = !isSame && (request.isNominating || this.#peer === null);
    if (isChosen) {
      this.#peer = { address: source.address, port: source.port };
      this.#chosenMs = performance.now();
      this.lastProvenMs = 0;
    }
    if (isSame || isChosen) {
      this.lastReceivedMs = performance.now();
    }
  }

  #isLost(datagram: Buffer, direction: keyof MediaLoss): boolean {
    return this.#loss !== null && (datagram[0] ?? 0) > 127 && Math.random() < this.#loss[direction];
  }
}
