import type { enControl } from '../en/control.ts';

/** See `en-control.ts`. */
export const deControl: Readonly<Record<keyof typeof enControl, string>> = {
  'settings.control': 'Steuerung',
  'control.title': 'Steuerung durch andere Programme',
  'control.intro':
    'Stream Deck, Streamer.bot und andere können Guise bedienen. Jedes Programm fragt einmal; nichts verlässt diesen Computer.',
  'control.turn_on': 'Programme dürfen fragen',
  'control.turn_on_hint': 'Ein Programm kann nichts, bevor du es erlaubst.',
  'control.listening': 'Port {port}',
  'control.port': 'Port',
  'control.port_hint': 'Dort finden Programme auf diesem Computer Guise.',
  'control.port_range': 'Eine Zahl von {min} bis {max}.',
  'control.port_taken': 'Port {port} ist belegt',
  'control.port_taken_text':
    'Ein anderes Programm hat diesen Port. Wähle hier einen anderen, und denselben in den Programmen, die Guise steuern.',
  'control.clients': 'Programme mit Zugriff',
  'control.no_clients': 'Noch keine. Schalte die Steuerung ein und verbinde dich aus dem Programm.',
  'control.connected': 'verbunden',
  'control.allowed_at': 'Erlaubt am {at}',
  'control.allow_passthrough': 'Darf dein echtes Gesicht zeigen',
  'control.revoke': 'Zugriff entziehen',
  'control.question.title': 'Darf „{name}“ Guise steuern?',
  'control.question.text':
    'Es könnte die Live-Sitzung starten und beenden, dich abdecken und stummschalten und Figur und Stimme wechseln. Dein echtes Gesicht kann es nicht zeigen. Den Zugriff entziehst du in den Einstellungen.',
  'control.question.yes': 'Erlauben',
  'control.question.no': 'Nicht erlauben',

  'notice.control_set_aside.title': 'Die Liste der Programme mit Zugriff war nicht lesbar',
  'notice.control_set_aside.text':
    'Jedes Programm muss noch einmal fragen. Die alte Liste wurde beiseitegelegt.',
};
