import type { Duplex } from 'node:stream';

type Headers = Readonly<Record<string, string>>;

const sources = new WeakMap<Duplex, () => Headers>();

/** Sets where the headers of every reply come from for an upgrade request, which has no response object. */
export function setUpgradeHeaders(socket: Duplex, toHeaders: () => Headers): void {
  sources.set(socket, toHeaders);
}

/** Headers of the reply to an upgrade request beside those of the upgrade or of its refusal; ask once per reply. */
export function listUpgradeHeaders(socket: Duplex): Headers {
  return sources.get(socket)?.() ?? {};
}
