import ipaddr from 'ipaddr.js';
import { AppError } from '../base/errors.ts';

/** Reach of a host: this machine, a private network, or the internet. */
export type HostReach = 'loopback' | 'private' | 'public';

const distance: Readonly<Record<HostReach, number>> = { loopback: 0, private: 1, public: 2 };
const maxAddressChars = 4096;
/** Names that never lead to the internet (RFC 6761, 6762, 8375 and ICANN's `.internal`), and names without a dot. */
const privateName = /^[^.]+$|\.(?:local|internal|lan|home\.arpa|localdomain|intranet)$/;

/** Reach of a literal address or a name, judged by its text alone: no resolver is asked. */
export function toHostReach(url: URL): HostReach {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) {
    return literalReach(ipaddr.process(host));
  }
  if (host === 'localhost' || host.endsWith('.localhost')) {
    return 'loopback';
  }
  return privateName.test(host) ? 'private' : 'public';
}

/** Only IPv6 addresses in 2000::/3 count as public: others may wrap an IPv4 address of this machine. */
function literalReach(address: ipaddr.IPv4 | ipaddr.IPv6): HostReach {
  const range = address.range();
  if (range === 'loopback' || range === 'unspecified') {
    return 'loopback';
  }
  const [first = 0] = address.toByteArray();
  const isGlobal = address.kind() === 'ipv4' || first >> 5 === 1;
  return range === 'unicast' && isGlobal ? 'public' : 'private';
}

/** Purpose of a URL: its encrypted and its plain scheme. */
const schemes = {
  socket: { secure: 'wss:', plain: 'ws:' },
  file: { secure: 'https:', plain: 'http:' },
} as const;

/** Rules of {@link requireServiceAddress}. */
export interface AddressRule {
  /** Sockets are `wss:`, files `https:`; plain `ws:` and `http:` only under the conditions below. */
  readonly kind: keyof typeof schemes;
  /** Address of the profile's service, as the user typed it. */
  readonly baseUrl: string;
  /** Name of the field in the reply, for the error. */
  readonly field: string;
}

/**
 * Validates a URL that a service sent in a reply: it must not be on a closer network than the profile's own
 * URL, so that a service on the internet cannot direct the app to this machine or its local networks.
 * Unencrypted URLs are allowed only when neither is on the internet. No credentials, no fragment. Throws
 * `bad_reply`.
 */
export function requireServiceAddress(text: string, rule: AddressRule): URL {
  const { secure, plain } = schemes[rule.kind];
  const url = text.length <= maxAddressChars ? URL.parse(text) : null;
  if (url === null) {
    return refuse(rule, `is no full address of at most ${maxAddressChars} characters`);
  }
  const reach = toHostReach(url);
  const reachOfProfile = toHostReach(new URL(rule.baseUrl));
  const canBePlain = reach !== 'public' && reachOfProfile !== 'public';
  if (url.protocol !== secure && !(url.protocol === plain && canBePlain)) {
    const allowed = canBePlain ? `${secure}// and ${plain}// are` : `${secure}// is`;
    refuse(rule, `has the scheme "${url.protocol}"; ${allowed} allowed`);
  }
  if (url.hostname === '') {
    refuse(rule, 'names no host');
  }
  if (url.username !== '' || url.password !== '') {
    refuse(rule, 'carries a user name or a password');
  }
  if (url.hash !== '' || text.includes('#')) {
    refuse(rule, 'carries a fragment (#…)');
  }
  if (distance[reach] < distance[reachOfProfile]) {
    const network = reach === 'loopback' ? 'this computer' : 'a private network';
    refuse(rule, `leads to ${network}, which a service elsewhere may not name`);
  }
  return url;
}

function refuse({ field }: AddressRule, problem: string): never {
  throw new AppError('bad_reply', `The service sent an address (${field}) that ${problem}.`, {
    details: { field },
  });
}
