import type { TextKey } from '../i18n/en.ts';

const labels: Readonly<Record<string, TextKey>> = {
  video_key: 'form.video_key.label',
  image_key: 'form.image_key.label',
  face_key: 'form.face_key.label',
};
const missing: Readonly<Record<string, TextKey>> = {
  video_key: 'submit.missing.video_key',
  image_key: 'submit.missing.image_key',
  face_key: 'submit.missing.face_key',
};

/** Name of a field that takes a file. */
export function fieldLabel(field: string): TextKey {
  return labels[field] ?? 'form.other.label';
}

/** What is said while the file of a field is missing. */
export function fieldMissing(field: string): TextKey {
  return missing[field] ?? 'submit.missing.file';
}
