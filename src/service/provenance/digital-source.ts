import type { JobFeature } from '../../contract/api/features.ts';

/** Addresses of IPTC's digital source types: media in which a trained model changed a part, and such that it made. */
const composite =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';
const generated = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/** Source type and description of a signed result by feature, in English as other programs expect. */
export const digitalSources: Readonly<
  Record<JobFeature, { readonly sourceType: string; readonly description: string }>
> = {
  avatar: { sourceType: generated, description: 'Talking avatar' },
  face_swap: { sourceType: composite, description: 'Face swap in a video' },
  face_swap_image: { sourceType: composite, description: 'Head swap in a picture' },
  lip_sync: { sourceType: composite, description: 'Lip sync' },
  reimagine_image: { sourceType: composite, description: 'Edited pictures' },
  reimagine_video: { sourceType: composite, description: 'Edited video' },
  identity_swap: { sourceType: composite, description: 'Character placed into a video' },
  motion_control: { sourceType: generated, description: 'Picture animated by a video' },
  voice_clone: { sourceType: generated, description: 'Speech in a matched voice' },
  text_to_speech: { sourceType: generated, description: 'Synthetic speech' },
};
