import { expect, it } from 'vitest';
import { CdpError, type CdpSession } from './connection.ts';
import { checkMembers } from './self-check.ts';

/** A peer on the wire that knows every command but some. */
function createPeer(unknown: readonly string[]): CdpSession {
  return {
    send: (method) =>
      Promise.reject(
        unknown.includes(method)
          ? new CdpError(method, -32_601, `'${method}' wasn't found`)
          : new CdpError(method, -32_602, 'Invalid parameters'),
      ),
    on: () => {},
    close: () => {},
  };
}

it('accepts a browser that knows every member', async () => {
  await expect(checkMembers(createPeer([]), 'browser', '156.0')).resolves.toBeUndefined();
});

it('names every missing member and the version', async () => {
  const peer = createPeer(['DOM.getFileInfo', 'Runtime.addBinding']);
  await expect(checkMembers(peer, 'page', '99.0.1')).rejects.toThrow(
    /Chromium 99\.0\.1 has no DOM\.getFileInfo, Runtime\.addBinding/,
  );
});
