import {
  RTCDtlsFingerprint,
  RTCDtlsParameters,
  RTCDtlsTransport,
  type RTCIceTransport,
  type RtcpPacket,
  type RtpHeader,
  type RtpPacket,
  Event,
} from 'werift';
import { IceLite } from '../ice/ice-lite.ts';
import type { Fingerprint, Setup } from '../sdp/types.ts';
import { dtlsContent, type DtlsRecord, isDtls, readDtlsRecords } from './dtls-records.ts';
import { MediaCipher } from './media-cipher.ts';
import { isRtp, measureRtpHeader } from './rtp-header.ts';

/** Events of a path. */
export interface PathEvents {
  onRtp(packet: RtpPacket): void;
  onRtcp(packet: RtcpPacket): void;
  /** The handshake is done and the certificate is the described one. */
  onConnected(): void;
  /** The handshake failed. Not after `close`. */
  onLost(reason: string): void;
}

const gcmProfile = 7;
/** AES-128-GCM, else AES-CM with HMAC-SHA1-80. */
const srtpProfiles: ConstructorParameters<typeof RTCDtlsTransport>[3] = [gcmProfile, 1];
/** A handshake needs a few kilobytes; fragments beyond this are an attack on memory. */
const maxHandshakeBytes = 256 * 1024;
/**
 * Media stops when no packet of the peer was decrypted for this long: a client that only receives audio reports
 * within 7.5 s.
 */
const maxSilenceMs = 15_000;

/**
 * ICE, DTLS and SRTP of one peer.
 *
 *     new ──start──▶ connecting ──handshake──▶ connected
 *      └───────────────┴──────────┬──────────────┘
 *                         close, or lost
 */
export class SecurePath {
  readonly ice: IceLite;
  readonly dtls: RTCDtlsTransport;
  readonly #events: PathEvents;
  readonly #datagrams: Event<[Buffer]>;
  #state: 'new' | 'connecting' | 'connected' | 'lost' | 'closed' = 'new';
  #handshakeBytes = 0;
  #remote: Fingerprint | null = null;
  /** Ours for media in AES-128-GCM; reports, and what old clients choose instead, go through the library. */
  #media: { readonly sealer: MediaCipher; readonly opener: MediaCipher } | null = null;

  private constructor(dependencies: {
    readonly ice: IceLite;
    readonly dtls: RTCDtlsTransport;
    readonly datagrams: Event<[Buffer]>;
    readonly events: PathEvents;
  }) {
    this.ice = dependencies.ice;
    this.dtls = dependencies.dtls;
    this.#datagrams = dependencies.datagrams;
    this.#events = dependencies.events;
    this.dtls.onRtp.subscribe((packet) => {
      this.ice.prove();
      this.#events.onRtp(packet);
    });
    this.dtls.onRtcp.subscribe((packet) => {
      this.ice.prove();
      this.#events.onRtcp(packet);
    });
    this.dtls.onStateChange.subscribe((state) => {
      if (state === 'closed' || state === 'failed') {
        this.#lose('handshake failed');
      }
    });
  }

  /** Binds a socket on the host. Every server of a process shares one certificate, made at first use. */
  static async open(host: string, events: PathEvents): Promise<SecurePath> {
    const certificate = await RTCDtlsTransport.SetupCertificate();
    let receive: (datagram: Buffer) => void = () => {};
    const ice = await IceLite.open(host, (datagram) => receive(datagram));
    const datagrams = new Event<[Buffer]>();
    const dtls = new RTCDtlsTransport(
      {},
      toIceTransport(ice, datagrams),
      certificate,
      srtpProfiles,
    );
    const path = new SecurePath({ ice, dtls, datagrams, events });
    receive = (datagram) => path.#receive(datagram);
    return path;
  }

  /** Digest of our certificate. */
  get fingerprint(): Fingerprint {
    const [first] = this.dtls.localParameters.fingerprints;
    return { algorithm: first?.algorithm ?? '', value: first?.value ?? '' };
  }

  /** True when media flows. */
  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Returns whether a certificate is the one that the path started with; true for any before the start. */
  isSamePeer({ algorithm, value }: Fingerprint): boolean {
    return (
      this.#remote === null ||
      (this.#remote.algorithm === algorithm &&
        this.#remote.value.toUpperCase() === value.toUpperCase())
    );
  }

  /** Starts the handshake; only the first call has an effect. */
  start(fingerprint: Fingerprint, setup: Setup): void {
    if (this.#remote !== null) {
      return;
    }
    this.#remote = fingerprint;
    this.#state = 'connecting';
    const role = setup === 'passive' ? 'client' : 'server';
    const { algorithm, value } = fingerprint;
    this.dtls.role = role;
    this.dtls.setRemoteParams(
      new RTCDtlsParameters(
        [new RTCDtlsFingerprint(algorithm, value)],
        role === 'client' ? 'server' : 'client',
      ),
    );
    this.dtls.start().then(
      () => this.#connect(),
      () => this.#lose('handshake failed'),
    );
  }

  /** Encrypts and sends a packet of media; dropped without a path, and while the peer is silent. */
  sendRtp(payload: Buffer, header: RtpHeader): void {
    if (this.#state === 'connected' && !this.#isPeerSilent()) {
      const sealed =
        this.#media === null
          ? this.dtls.srtp.encrypt(payload, header)
          : this.#media.sealer.seal(payload, header);
      if (sealed !== null) {
        this.ice.send(sealed);
      }
    }
  }

  /** Encrypts and sends a report; dropped while there is no path. */
  sendRtcp(packet: Buffer): void {
    if (this.#state === 'connected') {
      this.ice.send(this.dtls.srtcp.encrypt(packet));
    }
  }

  /** Frees the socket. Nothing comes out afterwards. */
  close(): void {
    if (this.#state !== 'closed') {
      this.#state = 'closed';
      this.#datagrams.complete();
      this.dtls.onRtp.complete();
      this.dtls.onRtcp.complete();
      this.dtls.onStateChange.complete();
      this.ice.close();
    }
  }

  #receive(received: Buffer): void {
    const datagram = isDtls(received) ? this.#admit(received) : received;
    if (datagram === null) {
      return;
    }
    if (isRtp(datagram) && measureRtpHeader(datagram) === null) {
      this.ice.counters.strays += 1;
      return;
    }
    try {
      if (this.#media === null || !isRtp(datagram)) {
        this.#datagrams.execute(datagram);
        return;
      }
      const packet = this.#media.opener.open(datagram);
      if (packet === null) {
        this.ice.counters.strays += 1;
      } else {
        this.ice.prove();
        this.#events.onRtp(packet);
      }
    } catch {
      // A malformed datagram is dropped; the library's parser throws arbitrary errors.
      this.ice.counters.strays += 1;
    }
  }

  /** An address that is not proven yet gets a little media, as {@link IceLite.send} says. */
  #isPeerSilent(): boolean {
    const { lastProvenMs } = this.ice;
    return lastProvenMs > 0 && performance.now() - lastProvenMs > maxSilenceMs;
  }

  /** Returns the records of a datagram that the handshake or the connection takes; null when there is none. */
  #admit(datagram: Buffer): Buffer | null {
    if (this.#state === 'connected') {
      const records = readDtlsRecords(datagram).filter((record) => this.#isAdmitted(record));
      return records.length === 0 ? null : Buffer.concat(records.map(({ bytes }) => bytes));
    }
    this.#handshakeBytes += datagram.length;
    if (this.#handshakeBytes > maxHandshakeBytes) {
      this.#lose('handshake too long');
      return null;
    }
    return this.#state === 'connecting' ? datagram : null;
  }

  /**
   * Records of epoch 0 are not encrypted: after the handshake an attacker who can send from the peer's address
   * could restart or end the connection with one, so they are refused. So are alerts, which the library also reads
   * unencrypted: a peer that leaves says so to the room, or falls silent. A repeated end of the handshake is answered.
   */
  #isAdmitted({ type, epoch, bytes }: DtlsRecord): boolean {
    if (epoch === 0) {
      return false;
    }
    if (type === dtlsContent.handshake) {
      this.#handshakeBytes += bytes.length;
      return this.#handshakeBytes <= maxHandshakeBytes;
    }
    return type === dtlsContent.applicationData;
  }

  #connect(): void {
    if (this.#state === 'connecting') {
      const { config, localContext, remoteContext } = this.dtls.srtp;
      if (config.profile === gcmProfile) {
        this.#media = {
          sealer: new MediaCipher(
            localContext.srtpSessionKey,
            localContext.srtpSessionSalt,
            'sent',
          ),
          opener: new MediaCipher(
            remoteContext.srtpSessionKey,
            remoteContext.srtpSessionSalt,
            'received',
          ),
        };
      }
      this.#state = 'connected';
      this.ice.requireProof();
      this.dtls.dtls?.onData.subscribe(() => this.ice.prove());
      this.#events.onConnected();
    }
  }

  #lose(reason: string): void {
    if (this.#state !== 'closed' && this.#state !== 'lost') {
      this.#state = 'lost';
      this.#events.onLost(reason);
    }
  }
}

/** The few members of its own ICE that the DTLS part uses, on top of ours. */
function toIceTransport(ice: IceLite, onData: Event<[Buffer]>): RTCIceTransport {
  const connection = {
    onData,
    send: (datagram: Buffer): Promise<void> => {
      ice.send(datagram);
      return Promise.resolve();
    },
    close: (): Promise<void> => {
      ice.close();
      return Promise.resolve();
    },
  };
  const transport = { role: 'controlled', state: 'connected', connection, stop: connection.close };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the class has private members; DTLS uses only these
  return transport as unknown as RTCIceTransport;
}
