import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Recording } from './closed-network-entry.ts';

const entry = fileURLToPath(new URL('./closed-network-entry.ts', import.meta.url));
const namespaces = ['--net', '--mount', '--propagation', 'private'];

/** Returns the reason why packets cannot be recorded on this machine; null when they can. */
export function findRecordingProblem(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'a network namespace needs root on Linux';
  }
  if (spawnSync('tcpdump', ['--version'], { stdio: 'ignore' }).status !== 0) {
    return 'tcpdump is not installed';
  }
  const pair = ['ip', 'link', 'add', 'out0', 'type', 'veth', 'peer', 'name', 'out1'];
  return spawnSync('unshare', [...namespaces, ...pair], { stdio: 'ignore' }).status === 0
    ? null
    : 'this kernel makes no virtual network interfaces';
}

/** Runs a command in a network that records packets leaving the machine; returns them with the command's output. */
export async function recordNetwork(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Recording & { readonly output: string }> {
  const args = [...namespaces, process.execPath, entry, ...command];
  const child = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
  const last = output
    .trimEnd()
    .split('\n')
    .findLast((line) => line.startsWith('{"code"'));
  if (last === undefined) {
    throw new Error(`Nothing was recorded:\n${output}`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the entry
  return { ...(JSON.parse(last) as Recording), output };
}
