/** The validating process: one file at a time. It may be killed at any moment; it writes nothing. */
import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { serveProcess } from '../../sandbox/serve-process.ts';
import { formats } from '../formats.ts';
import { validateImage, restrictImageLoaders } from './validate-image.ts';
import { validateMedia } from './validate-media.ts';
import { type MediaVerdict, isRefusal, type ValidationRequest } from './verdict.ts';

restrictImageLoaders();
Log.setLevel(AV_LOG_QUIET);

const methods = {
  async validate(request: ValidationRequest): Promise<MediaVerdict> {
    try {
      const isImage = formats[request.format].kind === 'image';
      return await (isImage ? validateImage(request) : validateMedia(request));
    } catch (error) {
      if (isRefusal(error)) {
        throw error;
      }
      // After any other failure the process may be broken: the file is refused, and another process follows.
      process.exit(1);
    }
  },
};

/** Methods of the process. */
export type ValidationMethods = typeof methods;

serveProcess(methods);
