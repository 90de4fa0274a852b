/** Texts about keys that work from anywhere. */
export const enHotkeys = {
  'hotkeys.title': 'From anywhere',
  'hotkeys.intro':
    'These keys work while you are in a game or in chat. Guise holds them only while you are live or your voice is changed.',
  'hotkeys.cover': 'Cover',
  'hotkeys.cover_hint': 'Shows the card and mutes, at once.',
  'hotkeys.mute': 'Mute',
  'hotkeys.mute_hint': 'Mutes your voice, and back.',
  'hotkeys.talk': 'Talk',
  'hotkeys.talk_hint': 'Hold to talk, with Push to talk on.',
  'hotkeys.talk_toggle':
    'One press to talk, one to stop, with Push to talk on: here the system does not say when a key is let go.',
  'hotkeys.next_character': 'Next character',
  'hotkeys.next_character_hint': 'Goes through your gallery, on air too.',
  'hotkeys.none': 'No key',
  'hotkeys.change': 'Change the key for {name}',
  'hotkeys.press': 'Press the keys, Esc to cancel',
  'hotkeys.remove': 'Remove the key for {name}',
  'hotkeys.reset': 'Back to the usual key for {name}',
  'hotkeys.conflict.action': 'Also the key for {name}: choose another one.',
  'hotkeys.conflict.command': 'In this window it is already “{name}”: choose another one.',
  'hotkeys.conflict.program': 'Another program has this key: choose another one, or free it there.',
  'hotkeys.missing.desktop': 'Your desktop does not let programs do that',
  'hotkeys.missing.library': 'Keys cannot be taken here: libX11 or a display is missing',
  'hotkeys.missing.system': 'Keys from anywhere need Electron on this system',
  'hotkeys.missing_text':
    'The keys work while this window has the keyboard. From elsewhere, a Stream Deck or a script can do it: Settings → Control.',
  'key.alt': 'Alt',
  'key.super': 'Super',
} as const;
