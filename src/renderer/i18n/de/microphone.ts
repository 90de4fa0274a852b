import type { enMicrophone } from '../en/microphone.ts';

/** Texts in German about the virtual microphone. */
export const deMicrophone: Readonly<Record<keyof typeof enMicrophone, string>> = {
  'microphone.title': 'Virtuelles Mikrofon',
  'microphone.state.off': 'aus',
  'microphone.state.starting': 'startet',
  'microphone.state.ready': 'bereit',
  'microphone.state.in_use': 'wird benutzt',
  'microphone.state.failed': 'geht nicht',
  'microphone.off_hint': 'Andere Programme finden es als „Guise Microphone“.',
  'microphone.on_hint': 'Wähle im anderen Programm „Guise Microphone“.',
  'microphone.failed': 'Das virtuelle Mikrofon ist nicht gestartet',
  'microphone.failed_hint': 'Schalte es aus und wieder ein. Hilft das nicht, starte Guise neu.',
  'microphone.other_system':
    'Auf diesem System erreicht deine Stimme andere Programme über ein virtuelles Kabel: Installiere eines und wähle es unten.',
  'microphone.input': 'Dein Mikrofon',
  'microphone.automatic': 'Systemstandard',
  'microphone.gone': 'Nicht angeschlossen',
  'microphone.mute_output': 'Für andere stumm',
  'microphone.output_delay': 'Stimmverzögerung',
  'microphone.output_delay_hint': 'Erhöhe den Wert, wenn deine Stimme den Lippen voraus ist.',
  'microphone.level_monitor': 'Auf deinen Kopfhörern',
  'microphone.monitor_delay': 'Mithörverzögerung',
  'microphone.test': 'Mikrofon testen',
  'microphone.test_hint': 'Spielt einen kurzen Ton, den auch andere Programme hören.',
  'microphone.test_heard': 'Der Ton kam nach {ms} ms an. Das Mikrofon funktioniert.',
  'microphone.test_silent':
    'Kein Ton kam an. Sieh in den Sound-Einstellungen nach, ob „Guise Microphone“ stumm ist.',
};
