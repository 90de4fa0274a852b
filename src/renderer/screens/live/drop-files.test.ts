import { describe, expect, it } from 'vitest';
import { sortDrop } from './drop-files.ts';

const file = (name: string, type: string) => ({ name, type });
const photo = file('me.jpg', 'image/jpeg');
const clip = file('walk.mp4', 'video/mp4');
const voice = file('voice.wav', 'audio/wav');

describe('files dropped on the stage', () => {
  it('become the character, the camera and the voice by their kind', () => {
    expect(sortDrop([voice, clip, photo]).used).toEqual({ character: photo, clip, voice });
  });

  it('are used once of each kind, and the rest is named', () => {
    const second = file('other.webp', 'image/webp');
    expect(sortDrop([photo, second, clip])).toEqual({
      used: { character: photo, clip },
      spare: [second],
      unusable: [],
    });
  });

  it('that nothing can be made of are told apart, pictures of other formats too', () => {
    const unusable = [
      file('notes.txt', 'text/plain'),
      file('loop.gif', 'image/gif'),
      file('folder', ''),
    ];
    expect(sortDrop([...unusable, photo])).toEqual({
      used: { character: photo },
      spare: [],
      unusable,
    });
  });
});
