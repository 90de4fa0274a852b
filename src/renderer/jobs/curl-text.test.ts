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
    'send() { reply=$(curl -fsS -H "Authorization: Bearer $GUISE_API_KEY" -F "$1" "$base/uploads") && printf \'%s\' "$reply" | jq -er .file_key; }',
    String.raw`file_1=$(send 'file=@"./It'\''s a clip; $(rm).mp4";type=video/mp4') &&`,
    `file_2=$(send 'file=@"./face.jpg";type=image/jpeg') &&`,
    `jq -n --arg file_1 "$file_1" --arg file_2 "$file_2" '{"max_duration_sec":3} + {video_key: $file_1, face_key: $file_2}' |`,
    `  curl -fsS -H "Authorization: Bearer $GUISE_API_KEY" -H 'Content-Type: application/json' -d @- "$base/face-swap"`,
    '',
  ]);
});

it.each([
  { name: 'A.JPEG', kind: 'image', part: 'file=@"./A.JPEG";type=image/jpeg' },
  { name: 'voice.webm', kind: 'audio', part: 'file=@"./voice.webm";type=audio/webm' },
  { name: 'voice.mp4', kind: 'audio', part: 'file=@"./voice.mp4";type=audio/mp4' },
  { name: 'song.mp3', kind: 'video', part: 'file=@"./song.mp3"' },
  { name: 'no ending', kind: 'image', part: 'file=@"./no ending"' },
  { name: '-', kind: 'image', part: 'file=@"./-"' },
  { name: 'a"b\\c.png', kind: 'image', part: String.raw`file=@"./a\"b\\c.png";type=image/png` },
  { name: 'a\nb.png', kind: 'image', part: 'file=@"./a\nb.png";filename=file;type=image/png' },
] as const)('sends $name of the kind $kind as what it is', ({ name, kind, part }) => {
  const inputs = [{ field: 'face_key', name, kind, url: 'media/1' }];
  expect(toCurl({ ...job, inputs }, null)).toContain(`file_1=$(send '${part}') &&\n`);
});

it('asks the environment for an address that changes with every start', () => {
  expect(toCurl(job, null)).toContain('base="${GUISE_BASE_URL:?');
});

it('keeps texts whole, with any content', () => {
  const script = `She said "it's $HOME".\n\`pwd\``;
  const text = toCurl({ feature: 'text_to_speech', inputs: [], options: { script } }, null);
  expect(text).toContain(
    String.raw`jq -n '{"script":"She said \"it'\''s $HOME\".\n` + '`pwd`"} + {}\' |',
  );
});

it('omits fields that only the service of this computer receives', () => {
  const options = { transcript: 'My mum.', max_duration_sec: 2, output_resolution_p: 480 };
  const lines = toCurl({ feature: 'lip_sync', inputs: [], options }, null);
  expect(lines).toContain(`'{"output_resolution_p":480} + {}'`);
});
