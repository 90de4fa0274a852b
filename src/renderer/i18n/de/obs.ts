import type { enObs } from '../en/obs.ts';

/** See `en-obs.ts`. */
export const deObs: Readonly<Record<keyof typeof enObs, string>> = {
  'settings.obs': 'OBS',
  'obs.title': 'OBS Studio',
  'obs.intro':
    'Guise schickt sein Bild direkt in OBS: ohne virtuelle Kamera, ohne Treiber, und OBS bleibt, wie du es eingerichtet hast.',

  'obs.state.off': 'Nicht verbunden',
  'obs.state.ready': 'Verbunden',
  'obs.state.in_use': 'OBS empfängt das Bild',
  'obs.state.needs_setup': 'Wartet auf dich',
  'obs.state.needs_approval': 'Wartet auf dich',
  'obs.state.blocked': 'Geht mit diesem OBS nicht',

  'obs.remedy.install_obs.title': 'OBS wurde nicht gefunden',
  'obs.remedy.install_obs.text':
    'Es lief bei diesem Benutzer noch nie. Installiere OBS 28 oder neuer, starte es einmal und verbinde dann erneut.',
  'obs.remedy.start_obs.title': 'OBS läuft nicht',
  'obs.remedy.start_obs.text':
    'Starte OBS. Guise verbindet sich von selbst, sobald OBS da ist. Ist OBS schon offen, schalte unter Werkzeuge → WebSocket-Servereinstellungen den Server ein.',
  'obs.remedy.enable_server.title': 'OBS lässt keine Verbindungen zu',
  'obs.remedy.enable_server.text':
    'Öffne in OBS Werkzeuge → WebSocket-Servereinstellungen und setze den Haken bei „WebSocket-Server aktivieren“. Lass das Passwort an.',
  'obs.remedy.enter_password.title': 'OBS fragt nach seinem Passwort',
  'obs.remedy.enter_password.text':
    'In OBS: Werkzeuge → WebSocket-Servereinstellungen → Verbindungsinformationen anzeigen. Kopiere das Passwort und füge es hier ein.',
  'obs.remedy.correct_password.title': 'Das Passwort stimmt nicht',
  'obs.remedy.correct_password.text':
    'In OBS: Werkzeuge → WebSocket-Servereinstellungen → Verbindungsinformationen anzeigen. Kopiere es noch einmal; das Passwort deines Kanals ist es nicht.',
  'obs.remedy.update_obs.title': 'Dieses OBS ist zu alt',
  'obs.remedy.update_obs.text':
    'Guise braucht OBS 28 oder neuer. Aktualisiere OBS und verbinde dann erneut.',
  'obs.remedy.check_port.title': 'An Port {port} antwortet etwas anderes',
  'obs.remedy.check_port.text':
    'Sieh in OBS unter Werkzeuge → WebSocket-Servereinstellungen nach dem Port und trage ihn hier ein.',
  'obs.remedy.set_up.title': 'Verbunden. OBS zeigt Guise noch nicht',
  'obs.remedy.set_up.text':
    'Ein Klick legt eine Szene „Guise“ mit dem Bild an. Deine anderen Szenen bleiben, wie sie sind, und die Szene auf Sendung wechselt nicht.',

  'obs.connection': 'Verbindung',
  'obs.connected_to': 'OBS {version}, Port {port}',
  'obs.password': 'Passwort des OBS-Servers',
  'obs.password_hint': 'Bleibt auf diesem Computer, vom System verschlüsselt, wo das möglich ist.',
  'obs.port': 'Port',
  'obs.port_hint': 'Leer lassen, um den aus den Einstellungen von OBS zu nehmen.',
  'obs.port_range': 'Eine Zahl von {min} bis {max}.',
  'obs.connect': 'Verbinden',
  'obs.disconnect': 'Trennen',
  'obs.disconnect_hint':
    'Beim Trennen wird auch das Passwort gelöscht. Szene und Quellen bleiben in OBS.',

  'obs.picture': 'Bild in OBS',
  'obs.picture_none': 'Noch nicht da',
  'obs.picture_at': 'Quelle „{input}“ in der Szene „{scene}“',
  'obs.picture_loose': 'Quelle „{input}“ ist in keiner Szene',
  'obs.set_up': 'Mit einem Klick einrichten',
  'obs.set_up_again': 'Neu einrichten',
  'obs.set_up_done': 'OBS zeigt Guise',

  'obs.sync': 'Audioverzögerung',
  'obs.sync_hint': 'OBS hält „{input}“ zurück, damit Lippen und Stimme zusammenpassen.',
  'obs.sync_none':
    'OBS hat keine Mikrofonquelle. Füge in OBS eine hinzu und stelle die Verzögerung dann hier ein.',
  'obs.sync_value': '{ms} ms',
  'obs.sync_less': '1 Frame früher',
  'obs.sync_more': '1 Frame später',
  'obs.sync_match': 'Ans Bild anpassen ({ms} ms)',

  'obs.virtual_camera': 'Virtuelle Kamera von OBS',
  'obs.virtual_camera_hint':
    'Gibt an Videoanrufe weiter, was OBS zeigt. Browser und Anrufprogramme führen sie als „OBS Virtual Camera“.',
  'obs.virtual_camera_none': 'Dieses OBS hat auf diesem System keine virtuelle Kamera.',

  'obs.test': 'Test',
  'obs.test_hint': 'Fragt OBS, was es zeigt, und vergleicht das mit dem, was Guise geschickt hat.',
  'obs.test_run': 'Jetzt testen',
  'obs.verdict.ours': 'OBS zeigt das Bild von Guise.',
  'obs.verdict.black':
    'OBS zeigt nichts. Warte eine Sekunde und teste noch einmal; bleibt es schwarz, richte neu ein.',
  'obs.verdict.other':
    'OBS zeigt ein anderes Bild, als Guise geschickt hat. Richte neu ein; auch ein Filter auf der Quelle kann der Grund sein.',
  'obs.test_image': 'Was OBS zeigt',
};
