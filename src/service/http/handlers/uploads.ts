import { toIsoTime } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { DIRECT_COMPLETION_MS } from '../../../contract/api/resources/direct-upload.ts';
import type { DirectUploadDependencies } from '../../files/direct-uploads.ts';
import type { Handlers } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';
import { whileConnected } from '../while-connected.ts';

type UploadHandlers = Pick<
  Handlers,
  'uploadFile' | 'deleteUpload' | 'beginDirectUpload' | 'completeDirectUpload'
>;

/** Taking files in and removing them. */
export function createUploadHandlers({
  core,
  uploads,
  directUploads,
  links,
}: Pick<HandlerDependencies, 'core' | 'uploads' | 'directUploads' | 'links'>): UploadHandlers {
  return {
    async uploadFile(_request, { caller, source }) {
      const { fileKey } = await uploads.receive(source, caller.accountId);
      return { file_key: fileKey, url: links.toUrl(fileKey, source.headers.host) };
    },

    async deleteUpload({ params }, { caller }) {
      await core.deleteUpload(caller.accountId, params.file_key);
      return null;
    },

    async beginDirectUpload({ body }, { caller }) {
      const dependencies = requireDirect(directUploads);
      const { beginDirectUpload } = await import('../../files/direct-uploads.ts');
      const sizes = { accountId: caller.accountId, sizeBytes: body.size_bytes };
      const begun = await beginDirectUpload(dependencies, sizes);
      return {
        upload_id: begun.id,
        part_size_bytes: begun.partBytes,
        part_urls: [...begun.partUrls],
        expires_at: toIsoTime(begun.expiresAtMs),
      };
    },

    async completeDirectUpload({ params, body }, { caller, source }) {
      const dependencies = requireDirect(directUploads);
      const { completeDirectUpload } = await import('../../files/direct-uploads.ts');
      const fileKey = await whileConnected(source.raw.socket, DIRECT_COMPLETION_MS, (signal) =>
        completeDirectUpload(dependencies, {
          accountId: caller.accountId,
          id: params.upload_id,
          etags: body.etags,
          declaredType: body.content_type ?? null,
          declaredName: body.name ?? null,
          signal,
        }),
      );
      return { file_key: fileKey, url: links.toUrl(fileKey, source.headers.host) };
    },
  };
}

function requireDirect(dependencies: DirectUploadDependencies | null): DirectUploadDependencies {
  if (dependencies === null) {
    throw new AppError(
      'capability_unavailable',
      'Direct uploads are not offered here: send the file to POST /uploads.',
    );
  }
  return dependencies;
}
