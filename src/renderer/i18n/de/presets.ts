import type { enPresets } from '../en/presets.ts';

/** See `en-presets.ts`. */
export const dePresets: Readonly<Record<keyof typeof enPresets, string>> = {
  'presets.title': 'Looks',
  'presets.menu': 'Mehr zu Looks',
  'presets.menu_of': 'Mehr zu {name}',
  'presets.empty': 'Speichere, wie du jetzt aussiehst und klingst; ein Klick holt es zurück.',
  'presets.add': 'Look speichern',
  'presets.add_title': 'Diesen Look speichern',
  'presets.add_text': 'Figur, Anweisung, Hintergrund, Stimme und Geräte, wie sie jetzt sind.',
  'presets.name': 'Name',
  'presets.name_rule': 'Ein Name mit höchstens {max} Zeichen.',
  'presets.usual_name': 'Look {number}',
  'presets.update': 'Mit dem aktuellen Look überschreiben',
  'presets.rename': 'Umbenennen',
  'presets.left': 'Nach links',
  'presets.right': 'Nach rechts',
  'presets.export': 'Als Datei speichern',
  'presets.export_title': 'Bild mit in die Datei?',
  'presets.export_text':
    'Wer die Datei bekommt, hat dann auch das Bild dieser Person. Ohne Bild muss dort eine eigene Figur gewählt werden.',
  'presets.export_with': 'Mit Bild',
  'presets.export_without': 'Ohne',
  'presets.import': 'Aus Datei hinzufügen',
  'presets.import_title': '„{name}“ bringt ein Bild mit',
  'presets.import_without': 'Ohne Bild hinzufügen',
  'presets.remove': '{name} entfernen',

  'notice.presets_set_aside.title': 'Die Looks waren nicht lesbar',
  'notice.presets_set_aside.text':
    'Guise hat eine neue Liste angelegt. Die alte wurde beiseitegelegt.',
};
