/** Texts in English about seeing the character before going live. */
export const enPreview = {
  'preview.label': 'Preview: you as others will see you',
  'preview.starting': 'Your character appears in a moment.',
  'preview.elsewhere':
    'Your character appears when you go live. Until then you pay nothing, and your camera picture stays here.',
  'preview.failed': 'No preview: {why}. You can still go live.',
  'preview.switch': 'Preview with your character',
  'output.covered.face.title': 'Guise cannot find your face',
  'output.covered.face.text': 'Your cover card shows. Look into the camera.',
  'output.covered.busy.title': 'This computer is too busy',
  'output.covered.busy.text':
    'Frames come too far apart to follow your face, so your cover card shows. Close other programs, or send a smaller picture.',
  'output.covered.device.title': 'Other programs get your cover card',
  'output.covered.device.text': 'It goes away by itself as soon as pictures reach Guise Camera.',
  'output.watched':
    '→ Guise Camera, {count, plural, one {# program watches} other {# programs watch}}',
  'output.unwatched': 'nobody receives it yet',
  'output.cover_kind.hold': 'Last picture',
  'output.auto_size': 'Smaller picture when this computer cannot keep up',
  'output.smaller.title': 'The picture is {p}p at {fps} fps now',
  'output.smaller.text':
    'This computer managed {came} fps of {p}p at {fps} fps. You can choose the size again under Camera.',
  'output.limit.smallest':
    'The picture cannot get smaller. Close what else keeps this computer busy.',
  'output.changing': 'Your character is changing',
  'cover.title': 'Cover card',
  'cover.alt': 'Your cover card',
  'cover.words': 'Words on it',
  'cover.words_example': 'e.g. Back in five',
  'cover.choose': 'Choose a picture',
  'cover.apply': 'Put the words on it',
  'cover.reset': 'Use the card of Guise',
  'cover.hint':
    'Others see it whenever you are covered or your picture is missing. It changes at once, on air too.',
} as const;
