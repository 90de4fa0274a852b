import type { enHotkeys } from './en-hotkeys.ts';

/** See `en-hotkeys.ts`. */
export const deHotkeys: Readonly<Record<keyof typeof enHotkeys, string>> = {
  'hotkeys.title': 'Globale Hotkeys',
  'hotkeys.intro':
    'Diese Hotkeys wirken, während du im Spiel oder im Chat bist. Guise belegt sie nur, solange du live bist oder deine Stimme verändert wird.',
  'hotkeys.cover': 'Abdecken',
  'hotkeys.cover_hint': 'Zeigt sofort die Karte und schaltet stumm.',
  'hotkeys.mute': 'Stumm',
  'hotkeys.mute_hint': 'Schaltet deine Stimme stumm und wieder ein.',
  'hotkeys.talk': 'Sprechen',
  'hotkeys.talk_hint': 'Zum Sprechen gedrückt halten, wenn „Sprechtaste“ an ist.',
  'hotkeys.talk_toggle':
    'Einmal drücken zum Sprechen, noch einmal zum Aufhören, wenn „Sprechtaste“ an ist: Das System meldet hier nicht, wann eine Taste losgelassen wird.',
  'hotkeys.next_character': 'Nächste Figur',
  'hotkeys.next_character_hint': 'Geht durch deine Galerie, auch auf Sendung.',
  'hotkeys.next_preset': 'Nächster Look',
  'hotkeys.next_preset_hint': 'Wechselt zum nächsten Look, auch auf Sendung.',
  'hotkeys.previous_preset': 'Vorheriger Look',
  'hotkeys.previous_preset_hint': 'Dasselbe rückwärts.',
  'hotkeys.none': 'Nicht belegt',
  'hotkeys.change': 'Hotkey für {name} ändern',
  'hotkeys.press': 'Tasten drücken, Esc bricht ab',
  'hotkeys.remove': 'Hotkey für {name} entfernen',
  'hotkeys.reset': 'Hotkey für {name} zurücksetzen',
  'hotkeys.conflict.action': 'Schon der Hotkey für {name}: Wähle einen anderen.',
  'hotkeys.conflict.command': 'In diesem Fenster ist das schon „{name}“: Wähle einen anderen.',
  'hotkeys.conflict.program':
    'Ein anderes Programm hat diesen Hotkey: Wähle einen anderen oder gib ihn dort frei.',
  'hotkeys.missing.desktop': 'Dein Desktop erlaubt keine globalen Hotkeys',
  'hotkeys.missing.library': 'Globale Hotkeys gehen hier nicht: libX11 oder ein Display fehlt',
  'hotkeys.missing.system': 'Globale Hotkeys brauchen auf diesem System Electron',
  'hotkeys.missing_text':
    'Die Hotkeys wirken, solange dieses Fenster im Vordergrund ist. Von anderswo geht es mit einem Stream Deck oder einem Skript: Einstellungen → Steuerung.',
  'key.alt': 'Alt',
  'key.super': 'Super',
};
