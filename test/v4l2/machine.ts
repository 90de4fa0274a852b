import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type ArchiveEntry, writeCpio } from './cpio.ts';
import type { TestKernel } from './kernel.ts';

const run = promisify(execFile);

/** Start options of a machine. */
export interface MachineOptions {
  readonly kernel: TestKernel;
  /** A folder that the machine may read, at the same path. */
  readonly project: string;
  /** Script for Node; its exit code is the machine's. */
  readonly script: string;
  /** Folder in which the initial file system is written. */
  readonly folder: string;
  readonly onLine: (line: string) => void;
}

/** The longest that a machine may run. */
const LIMIT_MS = 20 * 60_000;

/** Start of its last line. */
const END = 'The script ended with exit code';

/** Path of v4l2loopback in the machine; the module is not loaded. */
export const LOOPBACK_MODULE = '/modules/loopback/v4l2loopback.ko';

/**
 * Boots an emulated machine, without privileges on this one, that contains only the kernel, Node, and the project
 * read-only, and no network. Returns the exit code of the script; throws when the machine ended without one.
 */
export async function runInMachine(options: MachineOptions): Promise<number> {
  const initrd = join(options.folder, 'initrd.gz');
  writeFileSync(initrd, gzipSync(writeCpio(await listFiles(options)), { level: 1 }));
  const shared = [
    share('project', options.project),
    share('node', dirname(realpathSync(process.execPath))),
  ];
  const machine = spawn(
    'qemu-system-x86_64',
    [
      '-machine',
      'q35',
      '-accel',
      'tcg,thread=multi',
      '-cpu',
      'max',
      '-smp',
      '2',
      '-m',
      '2048',
      '-nographic',
      '-no-reboot',
      '-nic',
      'none',
      '-kernel',
      options.kernel.image,
      '-initrd',
      initrd,
      '-append',
      'console=ttyS0 quiet panic=-1',
      ...shared.flat(),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], timeout: LIMIT_MS },
  );
  const kill = (): void => {
    machine.kill('SIGKILL');
    process.exit(1);
  };
  process.once('SIGINT', kill).once('SIGTERM', kill);
  let code: number | null = null;
  const lines = createInterface(machine.stdout);
  lines.on('line', (line) => {
    if (line.includes(END)) {
      code = Number(line.slice(line.indexOf(END) + END.length));
    } else {
      options.onLine(line);
    }
  });
  await once(machine, 'close');
  process.off('SIGINT', kill).off('SIGTERM', kill);
  if (code === null) {
    throw new Error('The machine ended before its script did.');
  }
  return code;
}

function share(tag: string, path: string): string[] {
  const settings = `path=${path},mount_tag=${tag},security_model=none,readonly=on,multidevs=remap`;
  return ['-virtfs', `local,${settings}`];
}

async function listFiles({ kernel, project, script }: MachineOptions): Promise<ArchiveEntry[]> {
  const modules = kernel.listModules(['virtio_pci', '9p', '9pnet_virtio']);
  const video = kernel.listModules(['videodev']);
  const file = (path: string, from: string): ArchiveEntry => ({
    path: path.replace(/^\//, ''),
    mode: 0o100755,
    content: readFileSync(from),
  });
  const loaded = [...modules, ...video].map((from) => `/modules/${basename(from)}`);
  return [
    { path: 'dev/console', mode: 0o020600, device: [5, 1] },
    { path: 'init', mode: 0o100755, content: Buffer.from(toInit({ loaded, project, script })) },
    file('bin/busybox', kernel.busybox),
    file(LOOPBACK_MODULE, kernel.loopback),
    ...[...modules, ...video].map((from) => file(`/modules/${basename(from)}`, from)),
    ...(await listLibraries()).map((path) => file(path, path)),
  ];
}

/** The libraries that Node needs, which are C's and C++'s. */
async function listLibraries(): Promise<string[]> {
  const { stdout } = await run('ldd', [process.execPath]);
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? '');
}

/** The first program of the machine. Users are known by numbers: 44 is Debian's group `video`. */
function toInit(parts: { loaded: readonly string[]; project: string; script: string }): string {
  const mount = '-t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144';
  return [
    '#!/bin/busybox sh',
    '/bin/busybox mkdir -p /proc /sys /tmp /node /root',
    '/bin/busybox --install -s /bin',
    'export PATH=/bin HOME=/root NODE_COMPILE_CACHE=/tmp/cache FORCE_COLOR=0',
    'mount -t proc proc /proc; mount -t sysfs sysfs /sys; mount -t devtmpfs devtmpfs /dev',
    'mount -t tmpfs tmpfs /tmp; chmod 1777 /tmp',
    ...parts.loaded.map((module) => `insmod ${module} 2>/dev/null`),
    `mkdir -p ${parts.project}`,
    `mount ${mount} project ${parts.project} && mount ${mount} node /node`,
    `cd ${parts.project} && /node/node --disable-warning=ExperimentalWarning ${parts.script}`,
    `echo "${END} $?"`,
    'poweroff -f',
    '',
  ].join('\n');
}
