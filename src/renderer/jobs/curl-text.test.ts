import { expect, it } from 'vitest';
import type { LocalJob } from '../../contract/ipc/jobs.ts';
import { toCurl } from './curl-text.ts';

const job: Pick<LocalJob, 'feature' | 'inputs' | 'options'> = {
  feature: 'face_swap',
  inputs: [
    { field: 'video_key', name: "It's a clip; $(rm).mp4", kind: 'video', url: 'media/1' },
    { field: 'face_key', name: 'face.jpg', kind: 'image', url: 'media/2' },
  ],
  options: { max_duration_sec: 3 },
};

it('sends the files, then the request, with the key of the environment', () => {
  expect(toCurl(job, 'https://host/api/v1').split('\n')).toEqual([
    '# GUISE_API_KEY holds a key of the service. Needs curl and jq.',
    "base='https://host/api/v1'",
    'send() { curl -fsS -H "Authorization: Bearer $GUISE_API_KEY" -F \'file=@-\' "$base/uploads" < "$1" | jq -r .file_key; }',
    String.raw`file_1=$(send 'It'\''s a clip; $(rm).mp4')`,
    "file_2=$(send 'face.jpg')",
    `jq -n --arg file_1 "$file_1" --arg file_2 "$file_2" '{"max_duration_sec":3} + {video_key: $file_1, face_key: $file_2}' |`,
    `  curl -fsS -H "Authorization: Bearer $GUISE_API_KEY" -H 'Content-Type: application/json' -d @- "$base/face-swap"`,
    '',
  ]);
});

it('asks the environment for an address that changes with every start', () => {
  expect(toCurl(job, null)).toContain('base="${GUISE_BASE_URL:?');
});

it('keeps texts whole, whatever is in them', () => {
  const script = `She said "it's $HOME".\n\`pwd\``;
  const text = toCurl({ feature: 'text_to_speech', inputs: [], options: { script } }, null);
  expect(text).toContain(
    String.raw`jq -n '{"script":"She said \"it'\''s $HOME\".\n` + '`pwd`"} + {}\' |',
  );
});
