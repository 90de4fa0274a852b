import type { enCameras } from '../en/cameras.ts';

/** Texts in German about the virtual camera. */
export const deCameras: Readonly<Record<keyof typeof enCameras, string>> = {
  'cameras.title': 'Virtuelle Kamera',
  'cameras.switch': 'Ausgabe als Kamera zeigen',
  'cameras.state.off': 'aus',
  'cameras.state.starting': 'startet',
  'cameras.state.ready': 'bereit',
  'cameras.state.in_use': 'wird benutzt',
  'cameras.state.needs_setup': 'einrichten',
  'cameras.state.blocked': 'belegt',
  'cameras.state.failed': 'geht nicht',
  'cameras.off_hint':
    'Andere Programme finden sie als „Guise Camera“. Bis du live bist, zeigt sie deine Abdeckkarte.',
  'cameras.on_hint': 'Wähle im anderen Programm „Guise Camera“.',
  'cameras.flow.waiting': 'Abdeckkarte, bis du live bist',
  'cameras.flow.flowing': 'Deine Ausgabe',
  'cameras.flow.covered': 'Abdeckkarte',
  'cameras.flow.stalled': 'Abdeckkarte, es kommen keine Bilder',
  'cameras.numbers': '{width} × {height}, {fps} fps, {age} ms alt',
  'cameras.numbers_waiting': '{width} × {height}, {fps} fps',
  'cameras.kind.pipewire': 'PipeWire: neuere Programme, etwa Firefox unter Fedora',
  'cameras.kind.v4l2': 'V4L2: Chrome, Zoom, Discord und die meisten anderen',
  'cameras.listed_as': 'In anderen Programmen heißt sie hier „{label}“.',
  'cameras.remedy.pipewire_missing':
    'PipeWire läuft nicht. Die meisten Desktops starten es von selbst; unter Debian heißt das Paket „pipewire“.',
  'cameras.remedy.v4l2_missing':
    'Chrome, Zoom und Discord sehen nur Kameras des Kernelmoduls v4l2loopback. Richte es einmal ein (der Befehl ist für Debian und Ubuntu); dann taucht die Kamera hier von selbst auf und bleibt auch nach Neustarts.',
  'cameras.remedy.v4l2_group':
    'Du darfst noch nicht auf das Gerät schreiben. Tritt der Gruppe „video“ bei, dann melde dich ab und wieder an.',
  'cameras.remedy.v4l2_stuck':
    'Ein Programm hat das Gerät so hinterlassen, dass es keine Bilder mehr annimmt. Schließe Programme, die es benutzen, und lade sein Modul neu.',
  'cameras.remedy.v4l2_taken':
    'Das einzige Gerät gehört einem anderen Programm, etwa OBS. Schließe es und gib dann jedem ein eigenes Gerät.',
  'cameras.remedy.v4l2_caps':
    'Sie läuft, aber Browser finden sie nicht. Schalte die virtuelle Kamera aus, lade das Modul mit diesem Befehl neu und schalte sie wieder ein.',
  'cameras.copy_command': 'Befehl kopieren',
  'cameras.copied': 'Kopiert',
  'cameras.page': 'Browserquelle',
  'cameras.page_hint':
    'Für die Browserquelle von OBS oder als eigenes Fenster in jedem Browser. Wer auf diesem Computer die Adresse hat, sieht deine Ausgabe.',
  'cameras.copy_address': 'Adresse kopieren',
  'cameras.delay': 'Videoverzögerung',
  'cameras.match': 'An die Stimme anpassen',
  'cameras.match_again': 'Neu anpassen',
  'cameras.match_sooner': '1 Frame früher',
  'cameras.match_later': '1 Frame später',
  'cameras.match_unknown':
    'Erhöhe den Wert, wenn deine Lippen der Stimme voraus sind. Bist du live und der Voice-Changer läuft, passt Guise ihn für dich an.',
  'cameras.voice_behind': 'Deine Stimme kommt {ms} ms nach dem Bild.',
  'cameras.voice_ahead':
    'Deine Stimme kommt {ms} ms vor dem Bild: Das Video braucht keine Verzögerung.',
  'cameras.matched': 'Das Bild wartet auf sie.',
  'cameras.matched_by': 'Das Bild wartet auf sie. Frames von Hand: {frames}.',
  'cameras.coded':
    'Gesendet als {coding}: Dieser Computer hat keinen H.264-Encoder, das kostet mehr Zeit.',
  'cameras.test': 'Testbild',
  'cameras.test_hint': 'Zehn Sekunden Farbbalken, damit du siehst, wo das Bild ankommt.',
  'cameras.other_system': 'Auf diesem System erreicht das Bild andere Programme über OBS.',
  'cameras.obs_there':
    'OBS Virtual Camera ist installiert. Verbinde OBS in den Einstellungen, starte dort die virtuelle Kamera und wähle im anderen Programm „OBS Virtual Camera“.',
  'cameras.obs_missing':
    'OBS Virtual Camera wurde nicht gefunden. Installiere OBS und klicke dort einmal auf „Virtuelle Kamera starten“; macOS fragt, ob du die Erweiterung erlaubst. Die Liste ist vollständig, sobald deine Kamera hier läuft.',
};
