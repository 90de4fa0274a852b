import type { enPreview } from '../en/preview.ts';

/** Texts in German about seeing the character before going live. */
export const dePreview: Readonly<Record<keyof typeof enPreview, string>> = {
  'preview.label': 'Vorschau: du, wie andere dich sehen werden',
  'preview.starting': 'Deine Figur erscheint gleich.',
  'preview.elsewhere':
    'Deine Figur erscheint, wenn du live gehst. Bis dahin kostet es nichts, und deine Kamera bleibt hier.',
  'preview.failed': 'Keine Vorschau: {why}. Live gehen kannst du trotzdem.',
  'preview.switch': 'Vorschau mit deiner Figur',
  'output.covered.face.title': 'Dein Gesicht wird nicht gefunden',
  'output.covered.face.text': 'Deine Abdeckkarte ist zu sehen. Schau in die Kamera.',
  'output.covered.busy.title': 'Dieser Computer ist ausgelastet',
  'output.covered.busy.text':
    'Die Bilder kommen zu langsam, um deinem Gesicht zu folgen, darum ist deine Abdeckkarte zu sehen. Schließ andere Programme oder sende ein kleineres Bild.',
  'output.covered.device.title': 'Andere Programme zeigen deine Abdeckkarte',
  'output.covered.device.text':
    'Das endet von selbst, sobald wieder Bilder bei Guise Camera ankommen.',
  'output.watched':
    '→ Guise Camera, {count, plural, one {# Programm schaut zu} other {# Programme schauen zu}}',
  'output.unwatched': 'noch empfängt es niemand',
  'output.cover_kind.hold': 'Letztes Bild',
  'output.auto_size': 'Kleineres Bild, wenn dieser Computer nicht mitkommt',
  'output.smaller.title': 'Das Bild hat jetzt {p}p bei {fps} fps',
  'output.smaller.text':
    'Von {p}p bei {fps} fps hat dieser Computer {came} fps geschafft. Unter Kamera kannst du die Größe wieder wählen.',
  'output.limit.smallest':
    'Kleiner wird das Bild nicht. Schließe, was diesen Computer sonst noch auslastet.',
  'output.changing': 'Deine Figur wechselt',
  'cover.title': 'Abdeckkarte',
  'cover.alt': 'Deine Abdeckkarte',
  'cover.words': 'Text darauf',
  'cover.words_example': 'z. B. Gleich zurück',
  'cover.choose': 'Bild wählen',
  'cover.apply': 'Text daraufsetzen',
  'cover.reset': 'Karte von Guise verwenden',
  'cover.hint':
    'Andere sehen sie, sobald du abgedeckt bist oder dein Bild fehlt. Sie wechselt sofort, auch während du live bist.',
};
