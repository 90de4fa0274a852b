import { stat } from 'node:fs/promises';
import { AppError } from '../../../base/errors.ts';
import { openBuiltInFolder } from '../../../capabilities/kit/models.ts';
import { checkModelFolder } from '../../../engine/models/model-folder.ts';
import { programRoot } from '../../sandbox/program-root.ts';
import { type CheckFinding, toFinding } from '../findings.ts';

/** Native code of the service: packages that a wrong processor, C library or file system breaks. */
const natives: Readonly<Record<string, () => Promise<unknown>>> = {
  'node-av': () => import('node-av/lib'),
  sharp: () => import('sharp'),
  'onnxruntime-node': () => import('onnxruntime-node'),
  '@livekit/rtc-node': () => import('@livekit/rtc-node'),
  koffi: () => import('koffi'),
};

/** Checks the installation on this machine: its permissions, native code, and the content of its models. */
export async function checkProgram(): Promise<CheckFinding[]> {
  return [
    await toFinding('program', checkRights),
    await toFinding('native code', loadNatives),
    await toFinding('models', checkModels),
  ];
}

const worldWritableBit = 0o002;

async function checkRights(): Promise<string> {
  const { mode } = await stat(programRoot);
  if ((mode & worldWritableBit) !== 0) {
    throw new AppError('storage_failed', `${programRoot} may be written by everyone.`);
  }
  return `${programRoot}, Node ${process.version}`;
}

async function loadNatives(): Promise<string> {
  for (const [name, load] of Object.entries(natives)) {
    await load().catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new AppError('processing_failed', `${name} cannot be loaded: ${why}`, { cause });
    });
  }
  return `${Object.keys(natives).join(', ')} are loaded`;
}

async function checkModels(): Promise<string> {
  const count = await checkModelFolder(await openBuiltInFolder());
  return `all ${count} files have the checksum of the build`;
}
