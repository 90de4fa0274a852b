import type { enHotkeys } from './en-hotkeys.ts';

/** Texts in Spanish about keys that work from anywhere. */
export const esHotkeys = {
  'hotkeys.title': 'Atajos globales',
  'hotkeys.intro':
    'Estos atajos funcionan mientras juegas o chateas. Guise solo los reserva mientras estás en directo o con la voz cambiada.',
  'hotkeys.cover': 'Ocultar',
  'hotkeys.cover_hint': 'Muestra la pantalla de pausa y silencia, al instante.',
  'hotkeys.mute': 'Silenciar',
  'hotkeys.mute_hint': 'Silencia tu voz y la vuelve a activar.',
  'hotkeys.talk': 'Hablar',
  'hotkeys.talk_hint': 'Mantén la tecla para hablar, con «Pulsar para hablar» activado.',
  'hotkeys.talk_toggle':
    'Pulsa una vez para hablar y otra para parar, con «Pulsar para hablar» activado: aquí el sistema no avisa de cuándo sueltas una tecla.',
  'hotkeys.next_character': 'Personaje siguiente',
  'hotkeys.next_character_hint': 'Recorre tu galería, también en directo.',
  'hotkeys.next_preset': 'Look siguiente',
  'hotkeys.next_preset_hint': 'Cambia a tu look siguiente, también en directo.',
  'hotkeys.previous_preset': 'Look anterior',
  'hotkeys.previous_preset_hint': 'Lo mismo, hacia atrás.',
  'hotkeys.none': 'Sin asignar',
  'hotkeys.change': 'Cambiar el atajo de {name}',
  'hotkeys.press': 'Pulsa las teclas, Esc para cancelar',
  'hotkeys.remove': 'Quitar el atajo de {name}',
  'hotkeys.reset': 'Restablecer el atajo de {name}',
  'hotkeys.conflict.action': 'Ya es el atajo de {name}: elige otro.',
  'hotkeys.conflict.command': 'En esta ventana ya es «{name}»: elige otro.',
  'hotkeys.conflict.program': 'Otro programa tiene este atajo: elige otro o libéralo allí.',
  'hotkeys.missing.desktop': 'Tu escritorio no permite atajos globales',
  'hotkeys.missing.library': 'Aquí no funcionan los atajos globales: falta libX11 o una pantalla',
  'hotkeys.missing.system': 'En este sistema los atajos globales necesitan Electron',
  'hotkeys.missing_text':
    'Los atajos funcionan mientras esta ventana está delante. Desde fuera puede hacerlo un Stream Deck o un script: Ajustes → Control.',
  'key.alt': 'Alt',
  'key.super': 'Súper',
} as const satisfies Record<keyof typeof enHotkeys, string>;
