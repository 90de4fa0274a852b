/** Texts about presets. */
export const enPresets = {
  'presets.title': 'Looks',
  'presets.menu': 'More about looks',
  'presets.menu_of': 'More about {name}',
  'presets.empty':
    'Save how you look and sound now: character, instruction, background, voice and devices. One press brings it back, on air too.',
  'presets.add': 'Save this look',
  'presets.add_title': 'Save this look',
  'presets.add_text': 'Character, instruction, background, voice and devices as they are now.',
  'presets.name': 'Name',
  'presets.name_rule': 'A name of at most 60 characters.',
  'presets.usual_name': 'Look {number}',
  'presets.update': 'Save what is set now here',
  'presets.rename': 'Rename',
  'presets.left': 'Move to the left',
  'presets.right': 'Move to the right',
  'presets.export': 'Save as a file',
  'presets.export_title': 'Put the picture into the file?',
  'presets.export_text':
    'With it, whoever gets the file has the picture of this person. Without it, they choose a character of their own.',
  'presets.export_with': 'With the picture',
  'presets.export_without': 'Without',
  'presets.import': 'Add from a file',
  'presets.import_title': '“{name}” brings a picture',
  'presets.import_without': 'Add without the picture',
  'presets.remove': 'Remove {name}',

  'notice.presets_set_aside.title': 'The looks could not be read',
  'notice.presets_set_aside.text': 'The list begins anew. The old one was put aside.',
} as const;
