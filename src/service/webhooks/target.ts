/**
 * Which addresses a webhook may reach. Asked twice: when a job is submitted (`checkCallbackUrl`,
 * `resolveCallbackUrl`) and at every connect (`guarded-agent.ts`), because a name may answer
 * differently the second time.
 */
import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../base/errors.ts';
import { refusedByState } from '../../contract/api/errors.ts';

/** Longest `callback_url`, in characters. */
const maxUrlLength = 2048;
/** Time limit for resolving a callback's host at submit; after it, the check at connect decides. */
const submitLookupMs = 2000;
/** Ports below 1024 a webhook may use without an allowance. */
const openLowPorts = new Set([80, 443]);
/** Ports from 1024 up where other protocols listen that a POST could confuse. */
const foreignPorts = new Set([
  1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3659, 4045, 5060, 5061, 5432, 6000, 6379,
  6566, 6665, 6666, 6667, 6668, 6669, 6697, 9042, 9200, 9300, 10080, 11211, 27017,
]);

/** A network the operator opens for webhooks: a CIDR range, on one port or on all. */
export interface Allowance {
  readonly network: readonly [ipaddr.IPv4 | ipaddr.IPv6, number];
  /** Null opens every port. */
  readonly port: number | null;
}

/** Webhook targets allowed beside public addresses. */
export interface TargetPolicy {
  readonly allowances: readonly Allowance[];
  /** The service's own listening ports: always denied on this machine's addresses. */
  readonly ownPorts: () => readonly number[];
}

/** Resolves a name to all its addresses; rejects when there is none. */
export type ResolveName = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/**
 * Reads an allowance written as `CIDR` or `CIDR@port`, such as `10.0.0.0/8@8443` or `::1/128`.
 * Throws `invalid_input` for anything else.
 */
export function parseAllowance(text: string): Allowance {
  const match = /^([0-9a-fA-F:.]+\/\d{1,3})(?:@(\d{1,5}))?$/.exec(text.trim());
  const port = match?.[2] === undefined ? null : Number(match[2]);
  if (match?.[1] === undefined || !ipaddr.isValidCIDR(match[1]) || !isPort(port ?? 1)) {
    throw new AppError(
      'invalid_input',
      `"${text}" is no allowance for webhooks; write a network with an optional port, such as 10.0.0.0/8@8443.`,
    );
  }
  return { network: ipaddr.parseCIDR(match[1]), port };
}

/** The policy of the embedded service: this machine may be called back, the service itself not. */
export function createLoopbackPolicy(ownPorts: () => readonly number[]): TargetPolicy {
  return { allowances: ['127.0.0.0/8', '::1/128'].map(parseAllowance), ownPorts };
}

/** The policy of a hosted service: public addresses and what the operator lists as `CIDR@port`. */
export function createHostedPolicy(
  allowances: readonly string[],
  ownPorts: () => readonly number[],
): TargetPolicy {
  return { allowances: allowances.map(parseAllowance), ownPorts };
}

/** Returns whether a webhook may connect to a literal address and port under a policy. */
export function isAllowedAddress(address: string, port: number, policy: TargetPolicy): boolean {
  const parsed = parseAddress(address);
  if (parsed === null || (policy.ownPorts().includes(port) && isOwnAddress(parsed))) {
    return false;
  }
  return (isPublicAddress(parsed) && isOpenPort(port)) || isListed(parsed, port, policy);
}

/**
 * Checks a `callback_url` as far as possible without network access. Returns it parsed; throws `invalid_input`
 * that names the fault.
 */
export function checkCallbackUrl(text: string, policy: TargetPolicy): URL {
  if (text.length > maxUrlLength) {
    refuse(`is longer than ${maxUrlLength} characters`);
  }
  const url = URL.parse(text);
  if (url === null) {
    return refuse('is no full address; write one such as https://example.com/hook');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    refuse(`uses the scheme "${url.protocol.slice(0, -1)}"; https and http are allowed`);
  }
  if (url.username !== '' || url.password !== '') {
    refuse('carries a user name or password; check the signature of the delivery instead');
  }
  if (url.hash !== '') {
    refuse('carries a fragment (#…), which is never sent');
  }
  const port = toPort(url);
  const host = toHost(url);
  const isListedPort = policy.allowances.some(({ port: listed }) => (listed ?? port) === port);
  if (!isOpenPort(port) && !isListedPort) {
    refuse(
      `uses port ${port}; 80, 443 and ports from 1024 up without a known other use are allowed`,
    );
  }
  const literal = isLocalName(host) ? '127.0.0.1' : host;
  if (isIP(literal) !== 0 && !isAllowedAddress(literal, port, policy)) {
    refuseAddress(port);
  }
  return url;
}

/**
 * `checkCallbackUrl` and then every address its name answers with. A name that does not answer now is
 * accepted: the check at connect decides.
 */
export async function resolveCallbackUrl(
  text: string,
  policy: TargetPolicy,
  resolveName: ResolveName = resolveAll,
): Promise<URL> {
  const url = checkCallbackUrl(text, policy);
  const host = toHost(url);
  if (isIP(host) !== 0) {
    return url;
  }
  const addresses = await answerWithin(resolveName(host), submitLookupMs);
  if (addresses.some(({ address }) => !isAllowedAddress(address, toPort(url), policy))) {
    refuseAddress(toPort(url));
  }
  return url;
}

/** Port a URL connects to. */
export function toPort(url: URL): number {
  if (url.port !== '') {
    return Number(url.port);
  }
  return url.protocol === 'https:' ? 443 : 80;
}

function toHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** All addresses of a name, by the system's resolver. */
export async function resolveAll(
  hostname: string,
): Promise<readonly { readonly address: string; readonly family: number }[]> {
  return dnsLookup(hostname, { all: true, verbatim: true });
}

async function answerWithin(
  answer: ReturnType<ResolveName>,
  limitMs: number,
): Promise<Awaited<ReturnType<ResolveName>>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never[]>((resolve) => {
    timer = setTimeout(resolve, limitMs, []);
  });
  try {
    return await Promise.race([answer.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.replace(/%.*/s, '');
  return isIP(bare) === 0 ? null : ipaddr.process(bare);
}

/**
 * Only IPv6 addresses in 2000::/3, the block of global addresses, count as public: ipaddr.js calls `::7f00:1`
 * unicast although it wraps 127.0.0.1.
 */
function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') {
    return false;
  }
  const [first = 0] = address.toByteArray();
  return address.kind() === 'ipv4' || first >> 5 === 1;
}

function isListed(address: ipaddr.IPv4 | ipaddr.IPv6, port: number, policy: TargetPolicy): boolean {
  return policy.allowances.some(
    ({ network, port: allowedPort }) =>
      (allowedPort === null || allowedPort === port) &&
      network[0].kind() === address.kind() &&
      address.match(network[0], network[1]),
  );
}

function isOwnAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const range = address.range();
  if (range === 'loopback' || range === 'unspecified') {
    return true;
  }
  const text = address.toNormalizedString();
  return Object.values(networkInterfaces())
    .flat()
    .some((own) => own !== undefined && parseAddress(own.address)?.toNormalizedString() === text);
}

function isLocalName(host: string): boolean {
  return /^(?:.*\.)?localhost\.?$/i.test(host);
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 1 && port <= 65_535;
}

function isOpenPort(port: number): boolean {
  return openLowPorts.has(port) || (port >= 1024 && isPort(port) && !foreignPorts.has(port));
}

function refuse(problem: string): never {
  throw new AppError('invalid_input', `callback_url ${problem}.`, {
    details: { field: 'callback_url' },
  });
}

function refuseAddress(port: number): never {
  throw refusedByState(
    `callback_url points to an address that webhooks of this service may not reach on port ${port}. Use a public address.`,
  );
}
