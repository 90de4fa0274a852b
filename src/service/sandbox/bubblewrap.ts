import { spawnSync } from 'node:child_process';
import { lstatSync, readlinkSync } from 'node:fs';
import type { MediaSandbox } from '../../contract/embedded.ts';

/** Sandbox of the processes that read untrusted files, or the reason why there is none. */
export type SandboxState =
  | {
      readonly isOn: true;
      /** Options of bubblewrap that this system accepts, beside the needed ones. */
      readonly options: readonly string[];
    }
  | { readonly isOn: false; readonly reason: SandboxGap };

/** Reason why there is no sandbox. */
export type SandboxGap = Exclude<MediaSandbox, 'on'>;

/** Explanation of each reason, in a sentence. */
export const sandboxGaps: Readonly<Record<SandboxGap, string>> = {
  other_system: 'Processes that read media are kept apart from your files on Linux only.',
  not_installed:
    'Processes that read media are not kept apart from your files: bubblewrap (bwrap) is not installed.',
  refused:
    'Processes that read media are not kept apart from your files: this system lets no user make namespaces.',
};

/** Namespaces and rights; those of the network are decided by the process. */
const isolation = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--cap-drop',
  'ALL',
  '--die-with-parent',
];

/** Further restrictions, which older versions do not know. */
const newer = ['--unshare-cgroup-try', '--disable-userns'];

/** The existing folders of programs and libraries; some are links into `/usr`. */
const systemFolders = ['/usr', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store'];
const loaderFiles = [
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/alternatives',
];

let state: SandboxState | null = null;

/** Tries bubblewrap out with the first call (some 20 ms), and remembers the answer. */
export function detectSandbox(): SandboxState {
  state ??= tryOut();
  return state;
}

/** Arguments of bubblewrap for a system that can be read, an own `/proc`, `/dev` and `/tmp`, and nothing else. */
export function listSystemArguments(options: readonly string[]): string[] {
  return [
    ...isolation,
    ...options,
    ...systemFolders.flatMap(toMount),
    ...loaderFiles.flatMap((path) => ['--ro-bind-try', path, path]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    '--chdir',
    '/',
  ];
}

function tryOut(): SandboxState {
  if (process.platform !== 'linux') {
    return { isOn: false, reason: 'other_system' };
  }
  for (const options of [newer, []]) {
    const args = [...listSystemArguments(options), '--unshare-net', '--', '/usr/bin/env', 'true'];
    const { status, error } = spawnSync('bwrap', args, { stdio: 'ignore', timeout: 10_000 });
    if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
      return { isOn: false, reason: 'not_installed' };
    }
    if (status === 0) {
      return { isOn: true, options };
    }
  }
  return { isOn: false, reason: 'refused' };
}

/** Links stay links, so that paths have the same meaning inside and outside. */
function toMount(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    return [];
  }
  return found.isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path];
}
