/**
 * Virtual microphone for other programs: a null sink, into which we play, and a source made of its monitor,
 * because browsers hide monitors. The server keeps both when we exit: those of an earlier run are found by
 * name.
 */
import { DEVICE_RATE_HZ } from '../../../base/voice/low-pass.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  MICROPHONE_LABEL,
  MICROPHONE_NAME,
  type SoundDevices,
} from '../../../contract/sound-devices.ts';
import { VOLUME_NORM, toStruct } from './libpulse.ts';
import type { PulseConnection } from './pulse-connection.ts';
import { listModules, type SoundModule } from './pulse-devices.ts';

/** The sink that we play into. */
export const MICROPHONE_SINK = 'guise_microphone_sink';

const modules = [
  {
    name: 'module-null-sink',
    // PulseAudio's own rate is 44.1 kHz, which would be converted twice.
    argument: `sink_name=${MICROPHONE_SINK} rate=${DEVICE_RATE_HZ} channels=1 sink_properties='device.description="${MICROPHONE_LABEL} (inside)"'`,
  },
  {
    name: 'module-remap-source',
    argument: `master=${MICROPHONE_SINK}.monitor source_name=${MICROPHONE_NAME} rate=${DEVICE_RATE_HZ} channels=1 source_properties='device.description="${MICROPHONE_LABEL}"'`,
  },
] as const;

/** Creates the microphone, or takes over the one of an earlier run, so that programs that read it continue. */
export async function createVirtualMicrophone(connection: PulseConnection): Promise<void> {
  const before = await findOurModules(connection);
  const isWhole = modules.every(({ name }) => before.some((module) => module.name === name));
  if (!isWhole) {
    await removeVirtualMicrophone(connection);
    for (const { name, argument } of modules) {
      await connection.loadModule(name, argument);
    }
    await waitUntilListed(connection);
  }
  await setFullVolume(connection);
}

/** Removes the microphone, including one left by an earlier run; returns the number of removed modules. */
export async function removeVirtualMicrophone(connection: PulseConnection): Promise<number> {
  const { lib, context } = connection;
  const ours = await findOurModules(connection);
  for (const { index } of ours.toReversed()) {
    await connection.command((callback) => lib.unloadModule(context, index, callback, null));
  }
  return ours.length;
}

/** Removes our own devices: the changer's output must not become its input. */
export function removeOwn(devices: SoundDevices): SoundDevices {
  const isOther = ({ name }: { readonly name: string }): boolean => !isOwnName(name);
  const toOther = (name: string | null): string | null =>
    name !== null && isOwnName(name) ? null : name;
  return {
    inputs: devices.inputs.filter(isOther),
    outputs: devices.outputs.filter(isOther),
    defaultInput: toOther(devices.defaultInput),
    defaultOutput: toOther(devices.defaultOutput),
  };
}

/** Returns whether a name belongs to a device of the virtual microphone. */
export function isOwnName(name: string): boolean {
  return name === MICROPHONE_NAME || name.startsWith(MICROPHONE_SINK);
}

async function findOurModules(connection: PulseConnection): Promise<SoundModule[]> {
  const all = await listModules(connection);
  return all.filter(({ argument }) => argument.includes(MICROPHONE_SINK));
}

/** PipeWire answers before its nodes are there. */
async function waitUntilListed(connection: PulseConnection): Promise<void> {
  const { lib, context } = connection;
  for (let tries = 0; tries < 50; tries += 1) {
    const isThere = await connection.command((callback) =>
      lib.setSourceMute(context, MICROPHONE_NAME, 0, callback, null),
    );
    if (isThere) {
      return;
    }
    await sleep(20);
  }
}

/** Programs with a gain control of their own leave the volume where they had it. */
async function setFullVolume(connection: PulseConnection): Promise<void> {
  const { lib, context } = connection;
  const values = Array.from({ length: 32 }, () => VOLUME_NORM);
  const full = toStruct(lib, lib.structs.volume, { channels: 1, values });
  await connection.command((callback) =>
    lib.setSinkVolume(context, MICROPHONE_SINK, full, callback, null),
  );
  await connection.command((callback) =>
    lib.setSourceVolume(context, MICROPHONE_NAME, full, callback, null),
  );
  lib.koffi.free(full);
}
