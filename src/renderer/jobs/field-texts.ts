import type { TextKey } from '../i18n/en.ts';

const labels: Readonly<Record<string, TextKey>> = {
  video_key: 'form.video_key.label',
  image_key: 'form.image_key.label',
  face_key: 'form.face_key.label',
  voice_sample_key: 'form.voice_sample_key.label',
  script: 'form.script.label',
  voice_id: 'form.voice_id.label',
  language: 'form.language.label',
};
const missing: Readonly<Record<string, TextKey>> = {
  video_key: 'submit.missing.video_key',
  image_key: 'submit.missing.image_key',
  face_key: 'submit.missing.face_key',
  voice_sample_key: 'submit.missing.voice_sample_key',
  script: 'submit.missing.script',
  voice_id: 'submit.missing.voice_id',
};
const hints: Readonly<Record<string, TextKey>> = {
  face_key: 'form.face_key.hint',
  voice_sample_key: 'form.voice_sample_key.hint',
};

/** Name of a field. */
export function fieldLabel(field: string): TextKey {
  return labels[field] ?? 'form.other.label';
}

/** What is said while a field is empty. */
export function fieldMissing(field: string): TextKey {
  return missing[field] ?? 'submit.missing.file';
}

/** What belongs into a place of a person; null where that depends on the capability. */
export function fieldHint(field: string): TextKey | null {
  return hints[field] ?? null;
}
