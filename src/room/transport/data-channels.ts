import { RTCDataChannel, RTCDataChannelParameters, RTCSctpTransport } from 'werift';
import type { RTCDtlsTransport } from 'werift';
import type { RoomLimits } from '../limits.ts';
import { isWellFormedSctp } from './sctp-packet.ts';

/** The channels that clients know; messages of any other are dropped. */
export type ChannelLabel = '_reliable' | '_lossy';

const sctpPort = 5000;
const maxSctpMessageBytes = 262_144;
const maxChannels = 16;
/** Bytes of unfinished messages: the receive window and one message. */
const maxUnfinishedBytes = 2 * 1024 * 1024;

/** Counters of a participant's data, which is limited. */
export interface DataCounters {
  received: number;
  relayed: number;
  /** Broken, too large, on an unknown channel, or the receiver was too slow. */
  dropped: number;
}

/** The data channels of one path, on SCTP over its DTLS. */
export class DataChannels {
  readonly counters: DataCounters = { received: 0, relayed: 0, dropped: 0 };
  readonly #sctp: RTCSctpTransport;
  readonly #limits: RoomLimits;
  readonly #onMessage: (label: ChannelLabel, message: Buffer) => void;
  readonly #byLabel = new Map<string, RTCDataChannel>();
  #isStarted = false;
  #isClosed = false;

  constructor(
    dtls: RTCDtlsTransport,
    limits: RoomLimits,
    onMessage: (label: ChannelLabel, message: Buffer) => void,
  ) {
    this.#limits = limits;
    this.#onMessage = onMessage;
    this.#sctp = new RTCSctpTransport(sctpPort, maxSctpMessageBytes);
    this.#contain();
    this.#sctp.setDtlsTransport(dtls);
    this.#sctp.setRemoteMaxMessageSize(maxSctpMessageBytes);
    const { sctp } = this.#sctp;
    dtls.dataReceiver = (packet) => {
      if (!isWellFormedSctp(packet)) {
        this.#drop();
        return;
      }
      sctp['handleData'](packet).catch(() => this.#drop());
      if (sctp['advertisedRwnd'] < -maxUnfinishedBytes) {
        this.close();
      }
    };
    this.#sctp.onDataChannel.subscribe((channel) => this.#adopt(channel));
  }

  /** Starts the association once the path is encrypted. */
  start(): void {
    if (!this.#isStarted && !this.#isClosed) {
      this.#isStarted = true;
      this.#sctp.setRemotePort(sctpPort);
      this.#sctp.start(sctpPort).catch(() => this.#drop());
    }
  }

  /** Opens the room's own channels, on a path where it makes the offers. */
  openOwn(): void {
    // The server of DTLS has the odd ids; the library would derive them from the ICE role instead.
    this.#open('_reliable', 1, true);
    this.#open('_lossy', 3, false);
  }

  /** Sends on a channel that is open and not too far behind; else the message is dropped. */
  send(label: ChannelLabel, message: Buffer): void {
    const channel = this.#byLabel.get(label);
    if (
      channel?.readyState !== 'open' ||
      channel.bufferedAmount > this.#limits.maxChannelBacklogBytes
    ) {
      this.#drop();
      return;
    }
    this.counters.relayed += 1;
    channel.send(message);
  }

  /** Ends the association and its timers. */
  close(): void {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.#byLabel.clear();
      this.#sctp.stop().catch(() => this.#drop());
    }
  }

  #open(label: ChannelLabel, id: number, isOrdered: boolean): void {
    const parameters = new RTCDataChannelParameters({
      label,
      id,
      ordered: isOrdered,
      ...(isOrdered ? {} : { maxRetransmits: 0 }),
    });
    this.#adopt(new RTCDataChannel(this.#sctp, parameters, true));
  }

  #adopt(channel: RTCDataChannel): void {
    if (Object.keys(this.#sctp.dataChannels).length > maxChannels) {
      channel.close();
      return;
    }
    // A channel of ours stays the one to send on when the client opens one of the same name.
    if (!this.#byLabel.has(channel.label)) {
      this.#byLabel.set(channel.label, channel);
    }
    const { label } = channel;
    channel.onMessage.subscribe((message) => {
      const isKnown = label === '_reliable' || label === '_lossy';
      if (
        !isKnown ||
        typeof message === 'string' ||
        message.length > this.#limits.maxMessageBytes
      ) {
        this.#drop();
        return;
      }
      this.counters.received += 1;
      this.#onMessage(label, message);
    });
  }

  /** The library lets errors of its own background work go unhandled, which would end the process. */
  #contain(): void {
    const receive = this.#sctp['datachannelReceive'];
    this.#sctp['datachannelReceive'] = (...received: unknown[]) =>
      receive(...received).catch(() => this.#drop());
    const flush = this.#sctp['dataChannelFlush'].bind(this.#sctp);
    this.#sctp['dataChannelFlush'] = () => flush().catch(() => this.#drop());
  }

  #drop(): void {
    this.counters.dropped += 1;
  }
}
