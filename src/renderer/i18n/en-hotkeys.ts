/** Texts about keys that work from anywhere. */
export const enHotkeys = {
  'hotkeys.title': 'Global hotkeys',
  'hotkeys.intro':
    'These hotkeys work while you are in a game or in chat. Guise holds them only while you are live or your voice is changed.',
  'hotkeys.cover': 'Cover',
  'hotkeys.cover_hint': 'Shows the card and mutes, at once.',
  'hotkeys.mute': 'Mute',
  'hotkeys.mute_hint': 'Mutes your voice, and unmutes it.',
  'hotkeys.talk': 'Talk',
  'hotkeys.talk_hint': 'Hold to talk, with Push to talk on.',
  'hotkeys.talk_toggle':
    'One press to talk, one to stop, with Push to talk on: here the system does not say when a key is let go.',
  'hotkeys.next_character': 'Next character',
  'hotkeys.next_character_hint': 'Goes through your gallery, on air too.',
  'hotkeys.next_preset': 'Next look',
  'hotkeys.next_preset_hint': 'Switches to your next look, on air too.',
  'hotkeys.previous_preset': 'Previous look',
  'hotkeys.previous_preset_hint': 'The same, backwards.',
  'hotkeys.none': 'Not set',
  'hotkeys.change': 'Change the hotkey for {name}',
  'hotkeys.press': 'Press the keys, Esc to cancel',
  'hotkeys.remove': 'Remove the hotkey for {name}',
  'hotkeys.reset': 'Reset the hotkey for {name}',
  'hotkeys.conflict.action': 'Already the hotkey for {name}: choose another one.',
  'hotkeys.conflict.command': 'In this window it is already “{name}”: choose another one.',
  'hotkeys.conflict.program':
    'Another program has this hotkey: choose another one, or free it there.',
  'hotkeys.missing.desktop': 'Your desktop does not allow global hotkeys',
  'hotkeys.missing.library': 'Global hotkeys do not work here: libX11 or a display is missing',
  'hotkeys.missing.system': 'Global hotkeys need Electron on this system',
  'hotkeys.missing_text':
    'The hotkeys work while this window is in front. From elsewhere, a Stream Deck or a script can do it: Settings → Control.',
  'key.alt': 'Alt',
  'key.super': 'Super',
} as const;
