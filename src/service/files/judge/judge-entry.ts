/** The judging process: one file at a time. It may be killed at any moment; it writes nothing. */
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { serveProcess } from '../../sandbox/serve-process.ts';
import { formats } from '../formats.ts';
import { judgeStill, restrictImageLoaders } from './judge-image.ts';
import { judgeMedia } from './judge-media.ts';
import { type FileVerdict, isRefusal, type JudgeRequest } from './verdict.ts';

restrictImageLoaders();
Log.setLevel(AV_LOG_QUIET);

const methods = {
  async judge(request: JudgeRequest): Promise<FileVerdict> {
    try {
      const isImage = formats[request.format].kind === 'image';
      return await (isImage ? judgeStill(request) : judgeMedia(request));
    } catch (error) {
      if (isRefusal(error)) {
        throw error;
      }
      process.exit(1); // What failed for another reason may be broken: the file is refused, and another process follows.
    }
  },
};

/** What the process is asked. */
export type JudgeMethods = typeof methods;

serveProcess(methods);
