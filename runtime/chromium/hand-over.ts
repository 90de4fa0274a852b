import { spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { type FlagOptions, listWindowFlags } from './flags.ts';

const replyTimeoutMs = 2_000;

/**
 * Asks the running browser for an app window with `url`, as a second start of Chromium does: a
 * command line over the profile's own socket. That takes milliseconds where a second process takes
 * some hundred; when the socket does not answer as expected, the second process is started.
 */
export async function requestWindow(options: {
  readonly binary: string;
  readonly flags: FlagOptions;
  readonly url: string;
}): Promise<void> {
  const flags = listWindowFlags(options.flags, options.url);
  const commandLine = [options.binary, ...flags];
  const isHandedOver = await handOver(options.flags.profileFolder, commandLine).catch(() => false);
  if (!isHandedOver) {
    await startSecond(options.binary, flags);
  }
}

/** Chromium's own protocol between instances: `START`, folder, arguments; the answer is `ACK`. */
function handOver(profileFolder: string, commandLine: readonly string[]): Promise<boolean> {
  const link = join(profileFolder, 'SingletonSocket');
  // The link's target is short; the profile's path may be too long for a socket address.
  const path = resolve(dirname(link), readlinkSync(link));
  const { promise, resolve: settle, reject } = Promise.withResolvers<boolean>();
  let reply = '';
  const socket = connect(path, () => {
    socket.write(['START', process.cwd(), ...commandLine].join('\0'));
  });
  socket.setTimeout(replyTimeoutMs, () => socket.destroy(new Error('No answer.')));
  socket.on('data', (chunk) => {
    reply += String(chunk);
  });
  socket.on('error', reject);
  socket.on('close', () => settle(reply === 'ACK'));
  return promise;
}

function startSecond(binary: string, flags: readonly string[]): Promise<void> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<void>();
  const child = spawn(binary, flags, { stdio: 'ignore' });
  child.on('error', reject);
  child.on('exit', (code) => {
    if (code === 0) {
      settle();
    } else {
      reject(new Error(`A window could not be opened: Chromium ended with code ${String(code)}.`));
    }
  });
  return promise;
}
