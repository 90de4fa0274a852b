import type { enCameras } from './en-cameras.ts';

/** Texts in German about the virtual camera. */
export const deCameras: Readonly<Record<keyof typeof enCameras, string>> = {
  'cameras.title': 'Virtuelle Kamera',
  'cameras.switch': 'Ausgabe als Kamera zeigen',
  'cameras.state.off': 'aus',
  'cameras.state.starting': 'startet',
  'cameras.state.ready': 'bereit',
  'cameras.state.in_use': 'in Gebrauch',
  'cameras.state.needs_setup': 'noch einzurichten',
  'cameras.state.failed': 'fehlgeschlagen',
  'cameras.off_hint':
    'Andere Programme finden sie als „Guise Camera“. Bis du live bist, zeigt sie deine Abdeckkarte.',
  'cameras.on_hint': 'Wähle im anderen Programm „Guise Camera“.',
  'cameras.flow.waiting': 'Abdeckkarte, bis du live bist',
  'cameras.flow.flowing': 'Deine Ausgabe',
  'cameras.flow.covered': 'Abdeckkarte',
  'cameras.flow.stalled': 'Abdeckkarte, es kommen keine Bilder',
  'cameras.numbers': '{width} × {height}, {fps} fps, {age} ms alt',
  'cameras.numbers_waiting': '{width} × {height}, {fps} fps',
  'cameras.kind.pipewire': 'Für Programme mit PipeWire',
  'cameras.kind.v4l2': 'Für Programme mit V4L2',
  'cameras.remedy.pipewire_missing':
    'PipeWire läuft nicht. Die meisten Desktops starten es von selbst; unter Debian heißt das Paket „pipewire“.',
  'cameras.remedy.v4l2_missing':
    'Das Modul v4l2loopback ist nicht geladen. Browser, Zoom und Discord brauchen es.',
  'cameras.remedy.v4l2_group':
    'Du darfst noch nicht auf das Gerät schreiben. Tritt der Gruppe „video“ bei und melde dich neu an.',
  'cameras.remedy.v4l2_stuck': 'Das Gerät nimmt keine Bilder mehr an. Lade sein Modul neu.',
  'cameras.remedy.v4l2_taken':
    'Ein anderes Programm speist dieses Gerät. Schließe es, oder lade das Modul mit einem Gerät mehr.',
  'cameras.remedy.v4l2_caps':
    'Browser finden dieses Gerät nicht. Lade sein Modul mit exclusive_caps=1.',
  'cameras.copy_command': 'Befehl kopieren',
  'cameras.copied': 'Kopiert',
  'cameras.delay': 'Bild zurückhalten',
  'cameras.delay_hint': 'Erhöhe den Wert, wenn deine Lippen der Stimme voraus sind.',
  'cameras.test': 'Testbild',
  'cameras.test_hint': 'Zehn Sekunden Farbbalken, damit du siehst, wo das Bild ankommt.',
  'cameras.other_system': 'Auf diesem System erreicht das Bild andere Programme über OBS.',
};
