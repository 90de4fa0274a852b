import type { SoundDevices } from '../../../contract/sound-devices.ts';
import { INVALID_INDEX, type Pointer } from './libpulse.ts';
import type { PulseConnection } from './pulse-connection.ts';

/** A module that the server loaded. */
export interface SoundModule {
  readonly index: number;
  readonly name: string;
  readonly argument: string;
}

/** `PA_SOURCE_RUNNING`. */
const RUNNING = 0;

interface DeviceInfo {
  readonly name: string;
  readonly label: string;
  readonly isMonitor: boolean;
}

/** Lists microphones and outputs. */
export async function listSoundDevices(connection: PulseConnection): Promise<SoundDevices> {
  const { lib } = connection;
  const readDevice = (info: Pointer): DeviceInfo => {
    const { name, description, monitorIndex } = decode(connection, info, lib.structs.deviceInfo);
    const isMonitor = Number(monitorIndex) !== INVALID_INDEX;
    return { name: String(name), label: String(description ?? name), isMonitor };
  };
  const sources = await connection.list((...args) => lib.sourceInfoList(...args), readDevice);
  const sinks = await connection.list((...args) => lib.sinkInfoList(...args), readDevice);
  const { defaultSource, defaultSink } = await connection.one(
    (...args) => lib.serverInfo(...args),
    (info) => decode(connection, info, lib.structs.serverInfo),
  );
  return {
    inputs: sources.filter(({ isMonitor }) => !isMonitor).map(toDevice),
    outputs: sinks.map(toDevice),
    defaultInput: toName(defaultSource),
    defaultOutput: toName(defaultSink),
  };
}

/** Returns whether a program reads a microphone; null when the server has none of that name. */
export async function findSourceRunning(
  connection: PulseConnection,
  name: string,
): Promise<boolean | null> {
  const { lib } = connection;
  const [isRead = null] = await connection.list(
    (context, callback, own) => lib.sourceInfo(context, name, callback, own),
    (info) => Number(decode(connection, info, lib.structs.deviceInfo)['state']) === RUNNING,
  );
  return isRead;
}

/** Lists the modules that the server loaded. */
export async function listModules(connection: PulseConnection): Promise<SoundModule[]> {
  const { lib } = connection;
  return connection.list(
    (...args) => lib.moduleInfoList(...args),
    (info) => {
      const { index, name, argument } = decode(connection, info, lib.structs.moduleInfo);
      return { index: Number(index), name: String(name), argument: toName(argument) ?? '' };
    },
  );
}

function toDevice({ name, label }: DeviceInfo): SoundDevices['inputs'][number] {
  return { name, label };
}

function toName(name: unknown): string | null {
  return typeof name === 'string' && name !== '' ? name : null;
}

function decode(
  { lib }: PulseConnection,
  address: Pointer,
  type: unknown,
): Readonly<Record<string, unknown>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- koffi's own types
  return lib.koffi.decode(address, type as never) as Readonly<Record<string, unknown>>;
}
