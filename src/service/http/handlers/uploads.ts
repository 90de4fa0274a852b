import type { Handlers } from '../call.ts';
import type { Parts } from '../parts.ts';

/** Taking files in. */
export function createUploadHandlers({
  uploads,
  links,
}: Pick<Parts, 'uploads' | 'links'>): Pick<Handlers, 'uploadFile'> {
  return {
    async uploadFile(_request, { caller, source }) {
      const { fileKey } = await uploads.receive(source, caller.accountId);
      return { file_key: fileKey, url: links.toUrl(fileKey) };
    },
  };
}
