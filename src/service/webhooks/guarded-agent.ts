/**
 * Connections that reach only what a {@link TargetPolicy} allows. Three checks per connect: a literal
 * address before anything is sent (the resolver is never asked for literals), every address a name
 * answers with (one forbidden address refuses all), and the address the socket really reached.
 */
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { webhookSchedule } from '../../contract/api/webhooks.ts';
import { isAllowedAddress, resolveAll, type ResolveName, type TargetPolicy } from './target.ts';

/** A connect that the policy forbids. Nothing was sent. */
export class BlockedTargetError extends Error {
  override readonly name = 'BlockedTargetError';
}

/** Time limits of one delivery, in milliseconds. */
export interface DeliveryLimits {
  readonly connectMs: number;
  readonly headersMs: number;
  readonly totalMs: number;
  /** Most bytes of a reply that are read before the connection is dropped. */
  readonly replyBytes: number;
}

/** The limits of the API. */
export const deliveryLimits: DeliveryLimits = {
  connectMs: webhookSchedule.connectTimeoutMs,
  headersMs: webhookSchedule.headersTimeoutMs,
  totalMs: webhookSchedule.totalTimeoutMs,
  replyBytes: webhookSchedule.maxReplyBytes,
};

/** Opens an agent for guarded connections; the caller closes it. It follows no redirect and no proxy. */
export function openGuardedAgent(options: {
  readonly policy: TargetPolicy;
  readonly limits?: DeliveryLimits | undefined;
  readonly resolveName?: ResolveName | undefined;
}): Agent {
  const limits = options.limits ?? deliveryLimits;
  return new Agent({
    connect: createConnector(options.policy, limits, options.resolveName ?? resolveAll),
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.headersMs,
    maxHeaderSize: 16_384,
    pipelining: 0,
    keepAliveTimeout: 1,
    allowH2: false,
  });
}

function createConnector(
  policy: TargetPolicy,
  limits: DeliveryLimits,
  resolveName: ResolveName,
): buildConnector.connector {
  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
    if (isIP(host) !== 0 && !isAllowedAddress(host, port, policy)) {
      callback(new BlockedTargetError(`The address ${host} port ${port} is not allowed.`), null);
      return;
    }
    const connect = buildConnector({
      timeout: limits.connectMs,
      maxCachedSessions: 0,
      allowH2: false,
      lookup: createGuardedLookup({ port, policy, resolveName }),
    });
    connect({ ...target, hostname: host }, (error, socket) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      const reached = socket.remoteAddress ?? '';
      if (!isAllowedAddress(reached, port, policy)) {
        socket.destroy();
        callback(new BlockedTargetError(`The reached address ${reached} is not allowed.`), null);
        return;
      }
      callback(null, socket);
    });
  };
}

interface LookupRules {
  readonly port: number;
  readonly policy: TargetPolicy;
  readonly resolveName: ResolveName;
}

function createGuardedLookup(rules: LookupRules): LookupFunction {
  return (hostname, options, callback) => {
    void (async () => {
      try {
        const addresses = await resolveAllowed(hostname, rules);
        if (options.all === true) {
          callback(null, [...addresses]);
        } else {
          callback(null, addresses[0].address, addresses[0].family);
        }
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)), '');
      }
    })();
  };
}

interface Address {
  readonly address: string;
  readonly family: number;
}

async function resolveAllowed(
  hostname: string,
  { port, policy, resolveName }: LookupRules,
): Promise<readonly [Address, ...Address[]]> {
  const [first, ...others] = await resolveName(hostname);
  if (first === undefined) {
    throw new BlockedTargetError(`The name ${hostname} has no address.`);
  }
  const blocked = [first, ...others].find(
    ({ address }) => !isAllowedAddress(address, port, policy),
  );
  if (blocked !== undefined) {
    throw new BlockedTargetError(`The name ${hostname} answers ${blocked.address}.`);
  }
  return [first, ...others];
}
