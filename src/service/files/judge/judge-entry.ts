/**
 * The judging process: one file at a time, asked over the channel of its parent. It may be killed
 * at any moment; it writes nothing.
 */
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { AppError } from '../../../base/errors.ts';
import { openParentChannel } from '../../sandbox/parent-channel.ts';
import { formats } from '../formats.ts';
import { judgeStill, restrictImageLoaders } from './judge-image.ts';
import { judgeMedia } from './judge-media.ts';
import { type JudgeReply, type JudgeRequest, judgeRequestSchema } from './verdict.ts';

restrictImageLoaders();
Log.setLevel(AV_LOG_QUIET);

async function judge(request: JudgeRequest): Promise<JudgeReply> {
  const { id, format } = request;
  try {
    const verdict = await (formats[format].kind === 'image'
      ? judgeStill(request)
      : judgeMedia(request));
    return { id, ok: true, verdict };
  } catch (error) {
    if (error instanceof AppError && error.code === 'input_too_large') {
      return { id, ok: false, code: 'input_too_large', message: error.message };
    }
    if (error instanceof AppError && error.code === 'unsupported_format') {
      return { id, ok: false, code: 'unsupported_format', message: error.message };
    }
    throw error;
  }
}

const { send } = openParentChannel<JudgeReply, unknown>((message) => {
  // A failure that is no verdict ends the process; the parent then refuses the file.
  void judge(judgeRequestSchema.parse(message)).then(send);
});
