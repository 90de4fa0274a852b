import { CdpError, type CdpSession } from './connection.ts';
import type { CommandName } from './protocol.ts';

/**
 * Experimental members of the protocol without which the runtime cannot work, by the kind of target
 * that has them. Each is called without its mandatory parameters, so it does nothing.
 */
export const neededMembers = {
  browser: [
    'Browser.setPermission',
    'Browser.setWindowBounds',
    'Browser.getWindowBounds',
    'Fetch.fulfillRequest',
    'Target.setAutoAttach',
  ],
  page: [
    'DOM.getFileInfo',
    'Page.addScriptToEvaluateOnNewDocument',
    'Page.handleJavaScriptDialog',
    'Runtime.addBinding',
  ],
} as const satisfies Readonly<Record<string, readonly CommandName[]>>;

const methodNotFound = -32_601;

/** The system's Chromium lacks what the runtime needs. */
export class ChromiumUnsuitableError extends Error {
  override readonly name = 'ChromiumUnsuitableError';

  constructor(members: readonly string[], version: string) {
    super(
      `Chromium ${version} has no ${members.join(', ')}, which the Chromium runtime needs. ` +
        'Install a Chromium of version 140 or newer.',
    );
  }
}

/** Throws {@link ChromiumUnsuitableError} when a target lacks a member. */
export async function checkMembers(
  session: CdpSession,
  kind: keyof typeof neededMembers,
  version: string,
): Promise<void> {
  const missing: string[] = [];
  await Promise.all(
    neededMembers[kind].map(async (method) => {
      if (await isMissing(session, method)) {
        missing.push(method);
      }
    }),
  );
  if (missing.length > 0) {
    throw new ChromiumUnsuitableError(missing.toSorted(), version);
  }
}

async function isMissing(session: CdpSession, method: CommandName): Promise<boolean> {
  try {
    const leftOut: object = {};
    await session.send(method, leftOut);
    return false;
  } catch (error) {
    if (error instanceof CdpError) {
      return error.code === methodNotFound;
    }
    throw error;
  }
}
