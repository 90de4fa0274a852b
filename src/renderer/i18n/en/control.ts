/** Texts about the control of Guise from outside its window. */
export const enControl = {
  'settings.control': 'Control',
  'control.title': 'Control from other programs',
  'control.intro':
    'Stream Deck, Streamer.bot and similar programs can control Guise. Each program asks once. Nothing leaves this computer.',
  'control.turn_on': 'Let programs ask',
  'control.turn_on_hint': 'A program can do nothing until you allow it.',
  'control.listening': 'Port {port}',
  'control.port': 'Port',
  'control.port_hint': 'Where programs on this computer find Guise.',
  'control.port_range': 'A number from {min} to {max}.',
  'control.port_taken': 'Port {port} is in use',
  'control.port_taken_text':
    'Another program uses this port. Choose another one here and in the programs that control Guise.',
  'control.clients': 'Programs with access',
  'control.no_clients': 'None yet. Turn it on, then connect from the program.',
  'control.connected': 'connected',
  'control.allowed_at': 'Allowed {at}',
  'control.allow_passthrough': 'May show your real face',
  'control.revoke': 'Take access away',
  'control.question.title': 'Allow “{name}” to control Guise?',
  'control.question.text':
    'It could go live and end, cover, mute, and change character and voice. It cannot show your real face. You can take access away in Settings.',
  'control.question.yes': 'Allow',
  'control.question.no': 'Don’t allow',

  'notice.control_set_aside.title': 'The list of programs with access could not be read',
  'notice.control_set_aside.text': 'Every program has to ask again. The old list was set aside.',
} as const;
