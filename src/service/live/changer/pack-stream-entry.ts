/** The process of {@link openPackStreams}: converts one voice with models, until its parent disconnects. */
import '../../../engine/models/no-telemetry.ts';
import { availableParallelism } from 'node:os';
import { toWireError } from '../../../base/errors.ts';
import { createSessionPool } from '../../../engine/models/pool/session-pool.ts';
import {
  openRvcLiveStream,
  type RvcLiveStream,
} from '../../../engine/voice/neural/rvc/live-stream.ts';
import { openRvcVoice } from '../../../engine/voice/neural/rvc/rvc-voice.ts';
import type { PackStreamAnswer, PackStreamCall, PackTarget } from './pack-stream-messages.ts';
import { openParentChannel } from '../../sandbox/parent-channel.ts';

let stream: RvcLiveStream | null = null;

const { send: post } = openParentChannel<PackStreamAnswer, PackStreamCall>((call) => {
  switch (call.kind) {
    case 'open':
      void open(call.target);
      break;
    case 'audio':
      stream?.push(call.samples);
      break;
    case 'set':
      if (call.settings.bypass !== undefined) {
        stream?.setBypass(call.settings.bypass);
      }
      break;
  }
});

async function open({ files, load }: PackTarget): Promise<void> {
  try {
    const pool = createSessionPool({ threads: 1 });
    const voice = await openRvcVoice(pool, files, { threads: availableParallelism() });
    stream = openRvcLiveStream(voice, load, {
      onAudio: (samples) => post({ kind: 'audio', samples }),
      onFailure: fail,
    });
    post({ kind: 'opened', latencyMs: stream.latencySamples / 16 });
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  post({ kind: 'failed', error: toWireError(error) });
}
