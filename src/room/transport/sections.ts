import { AppError } from '../../base/errors.ts';
import type { DownTrack } from '../media/down-track.ts';
import type { UpTrack } from '../media/up-track.ts';
import { offeredCodecs } from '../sdp/codecs.ts';
import {
  type Codec,
  type CodecMime,
  extensionUri,
  type RemoteSection,
  type SectionKind,
  type TrackKind,
} from '../sdp/types.ts';
import type { LocalSection } from '../sdp/write.ts';

/** A section of a path and what runs in it: at most one track, of one direction. */
export interface MediaSection {
  readonly index: number;
  /** Latest description by the peer. */
  remote: RemoteSection;
  /** True when the room added the section and makes its offers. */
  readonly isOwn: boolean;
  up: UpTrack | null;
  down: DownTrack | null;
}

/** Extensions that the room accepts; a client keeps only those of the first answer for later. */
const received: ReadonlySet<string> = new Set(Object.values(extensionUri));
const offeredExtensions: ReadonlyMap<string, number> = new Map([
  [extensionUri.mid, 1],
  [extensionUri.orientation, 2],
  [extensionUri.playoutDelay, 3],
  [extensionUri.captureTime, 4],
]);
const maxOwnSections = 64;

/** The sections of one path, in the order of its descriptions. */
export class Sections {
  readonly #list: MediaSection[] = [];
  readonly #uris = new Map<number, string>();
  readonly #received: ReadonlySet<string>;
  /** Sections added by the room, including those that were replaced since. */
  #ownMids = 0;

  /** `isLocal`: the peer is on this machine; its bandwidth is not estimated. */
  constructor(isLocal: boolean) {
    this.#received = isLocal
      ? new Set([...received].filter((uri) => uri !== extensionUri.transportSequence))
      : received;
  }

  /** All sections. */
  get all(): readonly MediaSection[] {
    return this.#list;
  }

  /** URI of a header extension id of the peer. */
  extensionUriOf(id: number): string | undefined {
    return this.#uris.get(id);
  }

  /** Applies the sections of an offer. Throws `invalid_input` when they do not continue the previous ones. */
  receiveOffer(sections: readonly RemoteSection[]): void {
    if (sections.length < this.#list.length) {
      throw new AppError('invalid_input', 'An offer leaves sections out.');
    }
    sections.forEach((remote, index) => {
      const known = this.#list[index];
      const isSame = known?.remote.mid === remote.mid && known.remote.kind === remote.kind;
      if (known !== undefined && !isSame && !isOver(known)) {
        throw new AppError('invalid_input', 'An offer changes the order of its sections.');
      }
    });
    sections.forEach((remote, index) => {
      const known = this.#list[index];
      if (known?.remote.mid === remote.mid) {
        known.remote = remote;
      } else {
        this.#list[index] = { index, remote, isOwn: false, up: null, down: null };
      }
      this.#learnExtensions(remote);
    });
  }

  /** Applies the answer to our offer. Throws `invalid_input` when it does not match it. */
  receiveAnswer(sections: readonly RemoteSection[]): void {
    // The client may answer an older offer, which had fewer sections.
    if (
      sections.length > this.#list.length ||
      sections.some((remote, index) => this.#list[index]?.remote.mid !== remote.mid)
    ) {
      throw new AppError('invalid_input', 'The answer does not fit the offer.');
    }
    sections.forEach((remote, index) => {
      const known = this.#list[index];
      if (known !== undefined) {
        const codecs = remote.codecs.length > 0 ? remote.codecs : known.remote.codecs;
        const { isRejected, extensions } = remote;
        known.remote = { ...known.remote, isRejected, codecs, extensions };
        this.#learnExtensions(remote);
      }
    });
  }

  /** Adds a section of the room, reusing one that the peer rejected if possible; null when the path is full. */
  addOwn(kind: SectionKind): MediaSection | null {
    const rejected = this.#list.findIndex(({ remote, down }) => remote.isRejected && down === null);
    const index = rejected < 0 ? this.#list.length : rejected;
    if (index >= maxOwnSections) {
      return null;
    }
    const mid = String(this.#ownMids);
    this.#ownMids += 1;
    const remote: RemoteSection = {
      mid,
      kind,
      isRejected: false,
      direction: 'recvonly',
      trackId: null,
      ssrcs: [],
      rtxPair: null,
      rids: [],
      codecs: offeredCodecs.filter((codec) => codec.mime.startsWith(`${kind}/`)),
      extensions: kind === 'application' ? new Map() : offeredExtensions,
    };
    const section: MediaSection = { index, remote, isOwn: true, up: null, down: null };
    this.#list[index] = section;
    return section;
  }

  /** A section in which a track could be sent now. */
  findFree(kind: TrackKind, mime: CodecMime): MediaSection | undefined {
    return this.#list.find((section) => isFree(section, kind) && canCarry(section, mime));
  }

  /** Counts the free sections of a kind. */
  countFree(kind: TrackKind): number {
    return this.#list.filter((section) => isFree(section, kind)).length;
  }

  /** Sections as the room describes them. */
  toLocal(): LocalSection[] {
    return this.#list.map((section) => {
      const { remote, up, down } = section;
      const codecs = chooseCodecs(section);
      return {
        mid: remote.mid,
        kind: remote.kind,
        isRejected: isOver(section),
        codecs,
        extensions: new Map([...remote.extensions].filter(([uri]) => this.#received.has(uri))),
        receivedRids: up === null ? null : up.rids,
        sent: down,
      };
    });
  }

  #learnExtensions(remote: RemoteSection): void {
    for (const [uri, id] of remote.extensions) {
      this.#uris.set(id, uri);
    }
  }
}

/** Returns whether the peer sends media in a section. */
export function isSending(section: MediaSection): boolean {
  const { direction, isRejected } = section.remote;
  return !section.isOwn && !isRejected && direction.startsWith('send');
}

/** Returns whether the peer receives media of a codec in a section, and sends none itself. */
export function canCarry({ remote }: MediaSection, mime: CodecMime): boolean {
  return isReceiving(remote) && remote.codecs.some((codec) => codec.mime === mime);
}

function isFree({ remote, up, down }: MediaSection, kind: TrackKind): boolean {
  return remote.kind === kind && isReceiving(remote) && up === null && down === null;
}

function isReceiving({ isRejected, direction }: RemoteSection): boolean {
  return !isRejected && direction === 'recvonly';
}

/**
 * Returns whether the section was rejected by the peer, or by the room for lack of a codec; an offer may reuse it.
 */
function isOver({ remote }: MediaSection): boolean {
  return remote.isRejected || (remote.kind !== 'application' && remote.codecs.length === 0);
}

function chooseCodecs({ remote, up, down }: MediaSection): readonly Codec[] {
  const wanted = remote.codecs
    .filter(({ mime, payloadType }) =>
      up === null
        ? mime === down?.upTrack.codec.mime
        : mime === up.codec.mime && payloadType === up.codec.payloadType,
    )
    .slice(0, 1);
  return wanted.length > 0 ? wanted : remote.codecs;
}
