import { AppError } from '../../base/errors.ts';
import { type SdpBlock, splitDescription } from './blocks.ts';
import { readCodecs } from './codecs.ts';
import {
  type Direction,
  extensionUri,
  type Fingerprint,
  type RemoteDescription,
  type RemoteSection,
  type SectionKind,
  type Setup,
} from './types.ts';

const maxSsrcs = 64;
const maxRids = 4;
const maxExtensionId = 14;
const tokenPattern = /^[\w.+-]{1,64}$/;
const ridPattern = /^[A-Za-z0-9]{1,16}$/;
const ufragPattern = /^[A-Za-z0-9+/=_-]{1,256}$/;
const trackIdPattern = /^[\w{}.|+-]{1,128}$/;
const knownUris: ReadonlySet<string> = new Set(Object.values(extensionUri));
const directions: ReadonlyMap<string, Direction> = new Map(
  (['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const).map((name) => [name, name]),
);
const kinds: ReadonlyMap<string, SectionKind> = new Map(
  (['audio', 'video', 'application'] as const).map((name) => [name, name]),
);
const setups: ReadonlyMap<string, Setup> = new Map(
  (['actpass', 'active', 'passive'] as const).map((name) => [name, name]),
);

/**
 * Parses an offer or an answer. Throws `invalid_input` for anything but a bundled WebRTC description within the
 * room's limits; never keeps a text that could break out of its line.
 */
export function parseDescription(sdp: string): RemoteDescription {
  const { session, media } = splitDescription(sdp);
  const sections = media.map(readSection);
  if (new Set(sections.map((section) => section.mid)).size !== sections.length) {
    throw new AppError('invalid_input', 'Two sections of the description have the same mid.');
  }
  const ufrag = findFirst(session, media, 'ice-ufrag');
  const digest = findFirst(session, media, 'fingerprint');
  if (ufrag === undefined || !ufragPattern.test(ufrag) || digest === undefined) {
    throw new AppError('invalid_input', 'The description lacks its ice-ufrag or fingerprint.');
  }
  const setup = setups.get(findFirst(session, media, 'setup') ?? 'actpass');
  if (setup === undefined) {
    throw new AppError('invalid_input', 'The description has an unknown setup role.');
  }
  return { sections, iceUfrag: ufrag, fingerprint: readFingerprint(digest), setup };
}

function findFirst(
  session: SdpBlock,
  media: readonly SdpBlock[],
  name: string,
): string | undefined {
  const holder = [...media, session].find((block) => block.values(name).length > 0);
  return holder?.values(name)[0];
}

function readFingerprint(text: string): Fingerprint {
  const [algorithm = '', value = ''] = text.split(' ');
  if (
    !/^sha-(256|384|512)$/i.test(algorithm) ||
    !/^([0-9A-F]{2}:){31,63}[0-9A-F]{2}$/i.test(value)
  ) {
    throw new AppError('invalid_input', 'The fingerprint of the description is not SHA-2.');
  }
  return { algorithm: algorithm.toLowerCase(), value };
}

function readSection(block: SdpBlock): RemoteSection {
  const [kindName = '', port = '', , ...payloads] = block.line.split(' ');
  const kind = kinds.get(kindName);
  const mid = block.values('mid')[0];
  if (kind === undefined || mid === undefined || !tokenPattern.test(mid)) {
    throw new AppError(
      'invalid_input',
      'A section of the description has no known kind or no mid.',
    );
  }
  const direction = block.flags.map((flag) => directions.get(flag)).find((found) => found);
  const isSending = direction === undefined || direction.startsWith('send');
  return {
    mid,
    kind,
    isRejected: port === '0' && !block.flags.includes('bundle-only'),
    direction: direction ?? 'sendrecv',
    trackId: findTrackId(block),
    ssrcs: readSsrcs(block),
    rtxPair: findRtxPair(block),
    rids: isSending ? readRids(block) : [],
    codecs: kind === 'application' ? [] : readCodecs(block, kind, payloads),
    extensions: readExtensions(block),
  };
}

function findTrackId(block: SdpBlock): string | null {
  const id = block.values('msid')[0]?.split(/\s+/)[1] ?? '';
  return trackIdPattern.test(id) ? id : null;
}

function readSsrcs(block: SdpBlock): number[] {
  const ids = block.values('ssrc').map((value) => toSsrc(value.split(' ', 1)[0] ?? ''));
  return [...new Set(ids.filter((id) => id !== null))].slice(0, maxSsrcs);
}

function findRtxPair(block: SdpBlock): readonly [number, number] | null {
  const group = block.values('ssrc-group').find((value) => value.startsWith('FID '));
  const [media = null, rtx = null] = (group?.split(' ').slice(1) ?? []).map(toSsrc);
  return media === null || rtx === null ? null : [media, rtx];
}

function toSsrc(text: string): number | null {
  const id = Number(text);
  return /^\d{1,10}$/.test(text) && id > 0 && id <= 0xffff_ffff ? id : null;
}

function readRids(block: SdpBlock): string[] {
  const sent = block
    .values('rid')
    .map((value) => value.split(' '))
    .filter(([id = '', direction]) => direction === 'send' && ridPattern.test(id));
  return [...new Set(sent.map(([id = '']) => id))].slice(0, maxRids);
}

function readExtensions(block: SdpBlock): Map<string, number> {
  const found = new Map<string, number>();
  for (const value of block.values('extmap')) {
    const [idText = '', uri = ''] = value.split(' ');
    const id = Number(idText.split('/', 1)[0]);
    // Ids above 14 need the two-byte form, which no client of today asks for these.
    if (knownUris.has(uri) && Number.isInteger(id) && id > 0 && id <= maxExtensionId) {
      found.set(uri, id);
    }
  }
  return found;
}
