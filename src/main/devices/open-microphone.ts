import { join } from 'node:path';
import type { Ipc } from '../../contract/ipc/contract.ts';
import { soundMethods, soundReportSchema } from '../../contract/sound-devices.ts';
import type { Emit } from '../ipc/emit.ts';
import type { Log } from '../log/log.ts';
import { forkPeer } from '../programs/fork-peer.ts';
import { VirtualMicrophone } from './virtual-microphone.ts';

/** Opens the virtual microphone, initially off: in a separate process on Linux, unsupported elsewhere. */
export function openMicrophone(options: {
  /** Folder of our own programs. */
  readonly programs: string;
  /** Makes an address for the audio of one opening. */
  readonly openSocket: () => string;
  readonly emit: Emit<Ipc>;
  readonly log: Log;
}): VirtualMicrophone {
  const { programs, log } = options;
  const fork = () =>
    forkPeer({
      path: join(programs, 'devices', 'sound', 'sound-devices-entry.js'),
      name: 'Guise microphone',
      methods: soundMethods,
      progress: soundReportSchema,
      onLog: (line) => log('info', 'microphone.log', { line }),
    });
  return new VirtualMicrophone({ ...options, fork: process.platform === 'linux' ? fork : null });
}
