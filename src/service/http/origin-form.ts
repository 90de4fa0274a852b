import type { IncomingMessage } from 'node:http';

/**
 * Returns path and query of a request's target, which a client may also write with scheme and host
 * (`GET http://host/path`, RFC 9112): what it names as host replaces the Host header then. One with a
 * name of a user before the host is no address, and is returned as it is.
 */
export function toOriginForm({ url = '', headers }: IncomingMessage): string {
  if (url.startsWith('/')) {
    return url;
  }
  const [, host, rest = ''] = /^https?:\/\/([^/?#@]+)([/?#].*)?$/is.exec(url) ?? [];
  if (host === undefined) {
    return url;
  }
  if (headers.host !== undefined) {
    headers.host = host;
  }
  return rest.startsWith('/') ? rest : `/${rest}`;
}
