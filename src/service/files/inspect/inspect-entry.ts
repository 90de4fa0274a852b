/**
 * Process that inspects files for faces, bodies and voices, and edits small copies of them, one request at a
 * time. It may be killed at any moment; it writes nothing but its caches.
 */
import { flushCompileCache } from 'node:module';
import '../../../engine/models/no-telemetry.ts';
import type { ChangePreview } from '../../../contract/change-preview.ts';
import type { Inspection } from '../../../contract/inspection.ts';
import { serveProcess } from '../../sandbox/serve-process.ts';
import { inspectBody, inspectDriver, inspectAdditional } from './inspect-bodies.ts';
import { inspectPeople, inspectPhoto } from './inspect-faces.ts';
import { inspectVoice } from './inspect-voice.ts';
import type { InspectRequest } from './inspect-request.ts';
import { previewChange, type PreviewRequest } from './preview-change.ts';

const methods = {
  inspect: (request: InspectRequest): Promise<Inspection> =>
    saveCompiledCodeAfter(inspect(request)),
  preview: (request: PreviewRequest): Promise<ChangePreview> =>
    saveCompiledCodeAfter(previewChange(request)),
};

/** Methods of the process. */
export type InspectMethods = typeof methods;

serveProcess(methods);

function inspect({ path, aim, joints }: InspectRequest): Promise<Inspection> {
  switch (aim) {
    case 'face':
    case 'head':
    case 'portrait':
      return inspectPhoto(path, aim);
    case 'people':
    case 'speaker':
      return inspectPeople(path);
    case 'body':
      return inspectBody(path, joints);
    case 'body_side':
    case 'body_back':
      return inspectAdditional(path);
    case 'driver':
      return inspectDriver(path);
    case 'voice':
      return inspectVoice(path);
  }
}

/** Saves compiled code after the work, because this process is killed in the end and the next one needs the code. */
async function saveCompiledCodeAfter<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    setImmediate(flushCompileCache);
  }
}
