import type { enHotkeys } from './en-hotkeys.ts';

/** See `en-hotkeys.ts`. */
export const deHotkeys: Readonly<Record<keyof typeof enHotkeys, string>> = {
  'hotkeys.title': 'Von überall',
  'hotkeys.intro':
    'Diese Tasten wirken, während du im Spiel oder im Chat bist. Guise belegt sie nur, solange du live bist oder deine Stimme verändert wird.',
  'hotkeys.cover': 'Abdecken',
  'hotkeys.cover_hint': 'Zeigt sofort die Karte und schaltet stumm.',
  'hotkeys.mute': 'Stumm',
  'hotkeys.mute_hint': 'Schaltet deine Stimme stumm und wieder ein.',
  'hotkeys.talk': 'Sprechen',
  'hotkeys.talk_hint': 'Zum Sprechen halten, wenn „Zum Sprechen drücken“ an ist.',
  'hotkeys.talk_toggle':
    'Einmal drücken zum Sprechen, noch einmal zum Aufhören, wenn „Zum Sprechen drücken“ an ist: Das System meldet hier nicht, wann eine Taste losgelassen wird.',
  'hotkeys.next_character': 'Nächste Figur',
  'hotkeys.next_character_hint': 'Geht durch deine Galerie, auch auf Sendung.',
  'hotkeys.next_preset': 'Nächster Look',
  'hotkeys.next_preset_hint': 'Alles vom nächsten Look, auch auf Sendung.',
  'hotkeys.previous_preset': 'Voriger Look',
  'hotkeys.previous_preset_hint': 'Dasselbe rückwärts.',
  'hotkeys.none': 'Keine Taste',
  'hotkeys.change': 'Taste für {name} ändern',
  'hotkeys.press': 'Tasten drücken, Esc bricht ab',
  'hotkeys.remove': 'Taste für {name} entfernen',
  'hotkeys.reset': 'Zurück zur üblichen Taste für {name}',
  'hotkeys.conflict.action': 'Auch die Taste für {name}: Wähle eine andere.',
  'hotkeys.conflict.command': 'In diesem Fenster ist das schon „{name}“: Wähle eine andere.',
  'hotkeys.conflict.program':
    'Ein anderes Programm hat diese Taste: Wähle eine andere oder gib sie dort frei.',
  'hotkeys.missing.desktop': 'Dein Desktop lässt Programme das nicht tun',
  'hotkeys.missing.library': 'Hier lassen sich keine Tasten belegen: libX11 oder ein Display fehlt',
  'hotkeys.missing.system': 'Tasten von überall brauchen auf diesem System Electron',
  'hotkeys.missing_text':
    'Die Tasten wirken, solange dieses Fenster die Tastatur hat. Von anderswo geht es mit einem Stream Deck oder einem Skript: Einstellungen → Steuerung.',
  'key.alt': 'Alt',
  'key.super': 'Super',
};
