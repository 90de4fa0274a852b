/**
 * Runs a command in a simulated network and records the packets that would have left the machine. Runs in separate
 * network and mount namespaces (`unshare --net --mount`): a pair of virtual interfaces has addresses and default
 * routes, DNS queries go to a server behind it, and nothing answers. The last line of the output is a `Recording`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Result of a recorded command. */
export interface Recording {
  /** Exit code of the command. */
  readonly code: number | null;
  /** Packets that would have left, as tcpdump prints them. */
  readonly packets: readonly string[];
  /** Number of recorders that saw the test packet sent at the end, which proves that they were recording. */
  readonly seen: number;
}

const [, , command = '', ...args] = process.argv;
/** Address of a range reserved for documentation. */
const outside = '203.0.113.9';
const endPort = 9;
const hops = [
  ['198.18.0.1', '198.18.0.2/24', '-4'],
  ['2001:db8::1', '2001:db8::2/64', '-6'],
] as const;

function ip(line: string): void {
  execFileSync('ip', line.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] });
}

function openNetwork(): void {
  ip('link set lo up');
  ip('link add out0 type veth peer name out1');
  writeFileSync('/proc/sys/net/ipv6/conf/out1/disable_ipv6', '1');
  ip('link set out1 up');
  ip('link set out0 up');
  for (const [hop, own, family] of hops) {
    ip(`${family} addr add ${own} dev out0${family === '-6' ? ' nodad' : ''}`);
    // A static neighbour entry; otherwise the only packets would be requests for the hardware address.
    ip(`${family} neigh add ${hop} lladdr 02:00:00:00:00:01 dev out0 nud permanent`);
    ip(`${family} route add default via ${hop} dev out0`);
  }
}

function nameServer(folder: string): void {
  const path = join(folder, 'resolv.conf');
  writeFileSync(path, 'nameserver 203.0.113.53\n');
  execFileSync('mount', ['--bind', path, '/etc/resolv.conf']);
}

interface Recorder {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** Resolves when a line contains this text. */
  until(text: string): Promise<void>;
}

/** Records the packets of an interface that match a filter. */
async function record(device: string, filter: string): Promise<Recorder> {
  const child = spawn('tcpdump', ['-n', '-l', '--immediate-mode', '-i', device, filter], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    listeners.forEach((listener) => listener(line));
  });
  const errors = createInterface({ input: child.stderr });
  for await (const line of errors) {
    if (line.includes('listening on')) {
      break;
    }
  }
  child.stderr.resume();
  return {
    child,
    lines,
    until: (text) =>
      new Promise((resolve) => {
        listeners.add((line) => {
          if (line.includes(text)) {
            resolve();
          }
        });
      }),
  };
}

async function sendEnd(address: string, port: number): Promise<void> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => {
    socket.send('end', port, address, () => resolve());
  });
  socket.close();
}

const folder = mkdtempSync(join(tmpdir(), 'guise-closed-'));
openNetwork();
nameServer(folder);
const recorders = {
  out: await record('out0', 'not icmp6 and not ip6 proto 0'),
  // A resolver on this machine would forward queries of programs.
  names: await record('lo', 'port 53 or port 5353'),
};
const child = spawn(command, args, { stdio: 'inherit' });
const code = await new Promise<number | null>((resolve) => {
  child.once('exit', resolve);
});
const ends = [
  recorders.out.until(`${outside}.${endPort}`),
  recorders.names.until('127.0.0.1.5353: '),
];
await sendEnd(outside, endPort);
await sendEnd('127.0.0.1', 5353);
await Promise.all(ends);
const packets: string[] = [];
let seen = 0;
for (const { child: recorder, lines } of Object.values(recorders)) {
  recorder.kill();
  seen += 1;
  packets.push(...lines.slice(0, -1));
}
rmSync(folder, { recursive: true });
const recording: Recording = { code, packets, seen };
process.stdout.write(`\n${JSON.stringify(recording)}\n`);
