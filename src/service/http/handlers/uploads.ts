import type { Handlers } from '../call.ts';
import type { Parts } from '../parts.ts';

/** Taking files in and removing them. */
export function createUploadHandlers({
  core,
  uploads,
  links,
}: Pick<Parts, 'core' | 'uploads' | 'links'>): Pick<Handlers, 'uploadFile' | 'deleteUpload'> {
  return {
    async uploadFile(_request, { caller, source }) {
      const { fileKey } = await uploads.receive(source, caller.accountId);
      return { file_key: fileKey, url: links.toUrl(fileKey, source.headers.host) };
    },

    async deleteUpload({ params }, { caller }) {
      await core.deleteUpload(caller.accountId, params.file_key);
      return null;
    },
  };
}
