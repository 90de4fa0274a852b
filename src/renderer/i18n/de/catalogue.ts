import { toCapabilityTexts } from '../capability-texts.ts';
import type { TextKey } from '../en/catalogue.ts';
import { deAccount } from './account.ts';
import { deChanger } from './changer.ts';
import { deCreate } from './create.ts';
import { deControl } from './control.ts';
import { deEngine } from './engine.ts';
import { deFaults } from './faults.ts';
import { deHotkeys } from './hotkeys.ts';
import { deMessages } from './messages.ts';
import { deOnboarding } from './onboarding.ts';
import { dePreview } from './preview.ts';
import { deQueue } from './queue.ts';
import { deResult } from './result.ts';
import { dePresets } from './presets.ts';
import { deVoiceNames } from './voice-names.ts';
import { deJobs } from './jobs.ts';
import { deCameras } from './cameras.ts';
import { deMicrophone } from './microphone.ts';
import { deLibrary } from './library.ts';
import { deLive } from './live.ts';
import { deObs } from './obs.ts';
import { deModels } from './models.ts';
import { deSpend } from './spend.ts';
import { deStage } from './stage.ts';
import { deSettings } from './settings.ts';
import { deStorage } from './storage.ts';
import { deVoices } from './voices.ts';
import { deWatch } from './watch.ts';

/** Every text of the interface in German. */
export const de: Readonly<Record<TextKey, string>> = {
  ...toCapabilityTexts('de'),
  ...deAccount,
  ...deChanger,
  ...deControl,
  ...deCreate,
  ...deEngine,
  ...deFaults,
  ...deHotkeys,
  ...dePresets,
  ...deMessages,
  ...deOnboarding,
  ...dePreview,
  ...deQueue,
  ...deResult,
  ...deVoiceNames,
  ...deJobs,
  ...deCameras,
  ...deLibrary,
  ...deLive,
  ...deMicrophone,
  ...deModels,
  ...deObs,
  ...deSpend,
  ...deStage,
  ...deSettings,
  ...deStorage,
  ...deVoices,
  ...deWatch,

  'app.name': 'Guise',
  'app.skip': 'Zum Inhalt springen',

  'nav.label': 'Bereiche',
  'nav.live': 'Live',
  'nav.create': 'Erstellen',
  'nav.voices': 'Stimmen',
  'nav.history': 'Verlauf',
  'nav.account': 'Konto',
  'nav.settings': 'Einstellungen',

  'action.close': 'Schließen',
  'action.cancel': 'Abbrechen',
  'action.save': 'Speichern',
  'action.remove': 'Entfernen',
  'action.use': 'Verwenden',
  'action.enter_key': 'Schlüssel eingeben',
  'action.check': 'Verbindung prüfen',
  'action.try_again': 'Erneut versuchen',
  'action.reload': 'Fenster neu laden',
  'action.open_folder': 'Ordner öffnen',
  'action.open_service': 'Dienst-Einstellungen öffnen',
  'action.add_service': 'Dienst hinzufügen',
  'action.copy': 'Angaben kopieren',
  'action.restore_backup': 'Sicherung vom {at} wiederherstellen',
  'action.start_anew': 'Mit leerem Verlauf anfangen',
  'action.start_again': 'Erneut starten',

  'status.label': 'Status',
  'status.this_computer': 'Dieser Computer',
  'status.starting': 'startet',
  'status.running': 'läuft',
  'status.stopped': 'läuft nicht',
  'status.cores': '{count, plural, one {# Kern} other {# Kerne}}',
  'status.cores_hint': 'Prozessor-Threads dieses Computers, wie das System sie zählt',
  'status.camera_on': 'Kamera an',
  'status.microphone_on': 'Mikrofon an',
  'status.unchecked': 'nicht geprüft',
  'status.checking': 'wird geprüft',
  'status.connected': 'verbunden',
  'status.failed': 'nicht verbunden',
  'status.commands': 'Befehle',
  'status.shortcuts': 'Tastenkürzel',

  'toasts.label': 'Meldungen',
  'embedded.failed.title': 'Der Dienst auf diesem Computer läuft nicht',
  'embedded.failed.in_use':
    'Ein anderer Prozess arbeitet mit seinem Datenordner. Beende ihn und starte den Dienst erneut.',
  'embedded.failed.storage':
    'Er kann seine Daten nicht lesen oder schreiben. Prüfe den freien Platz und die Rechte des Datenordners und starte ihn erneut.',
  'embedded.failed.damaged':
    'Seine Datenbank ist beschädigt, vielleicht durch einen Stromausfall oder eine defekte Festplatte. Nimm die letzte gute Sicherung oder fang mit leerem Verlauf an. Die beschädigte Datei bleibt in jedem Fall erhalten.',
  'embedded.failed.damaged_no_copy':
    'Seine Datenbank ist beschädigt, vielleicht durch einen Stromausfall oder eine defekte Festplatte, und es gibt noch keine Sicherung. Du kannst mit leerem Verlauf anfangen; die beschädigte Datei bleibt erhalten.',
  'embedded.failed.other':
    'Er ist nicht gestartet oder mehrmals abgestürzt. Bis er läuft, gibt es hier keine Aufträge. Was passiert ist, steht im Log.',
  'embedded.back.title': 'Der Dienst auf diesem Computer läuft wieder',
  'embedded.back.text': 'Er war abgestürzt. Was passiert ist, steht im Log.',

  'live.title': 'Live',
  'live.stage': 'Kameravorschau',
  'live.mirrored': 'Du, gespiegelt',
  'live.unmirrored': 'Du, wie andere dich sehen',
  'live.empty.title': 'Deine Kamera ist aus',
  'live.empty.text':
    'Zieh ein Bild hierher und werde zu dieser Person. Nichts verlässt dieses Fenster, bevor du live gehst.',
  'live.start_camera': 'Kamera starten',
  'live.stop_camera': 'Kamera stoppen',
  'live.start_microphone': 'Mikrofon starten',
  'live.stop_microphone': 'Mikrofon stoppen',
  'live.starting': 'Die Kamera wird gestartet',
  'live.camera': 'Kamera',
  'live.microphone': 'Mikrofon',
  'live.choose_camera': 'Kamera wählen',
  'live.choose_microphone': 'Mikrofon wählen',
  'live.unnamed_camera': 'Kamera {number}',
  'live.unnamed_microphone': 'Mikrofon {number}',
  'live.no_camera_listed': 'Noch keine Kamera',
  'live.no_microphone_listed': 'Noch kein Mikrofon',
  'live.mirror': 'Vorschau spiegeln',
  'live.mirror_hint': 'Nur was du hier siehst. Für andere ändert sich nichts.',
  'live.stand_in_camera': 'Die gewählte Kamera ist nicht angeschlossen. Eine andere springt ein.',
  'live.picture_facts': '{width} × {height}',
  'live.rate': '{fps} fps',
  'live.limit.camera':
    'Die Kamera liefert {camera} von {promised} fps. Mehr Licht oder eine kürzere Belichtungszeit hilft.',
  'live.limit.computer':
    'Dieser Computer zeigt {shown} der {camera} fps, die die Kamera liefert. Vielleicht lasten andere Programme ihn aus.',
  'live.level': 'Pegel',
  'live.level_value': '{db} dB',
  'live.level_none': 'kein Ton',
  'live.stand_in_microphone':
    'Das gewählte Mikrofon ist nicht angeschlossen. Ein anderes springt ein.',
  'live.silent':
    'Seit fünf Sekunden ist nichts zu hören. Prüfe den Stummschalter und das gewählte Mikrofon.',
  'live.clipping': 'Zu laut: Der Ton wird abgeschnitten. Stelle den Eingangspegel niedriger.',
  'live.microphone_hint': 'Sprich wie im Stream. Gut sind Spitzen zwischen −18 und −6 dB.',

  'device.off': 'aus',
  'device.starting': 'startet',
  'device.on': 'an',
  'device.blocked': 'gesperrt',
  'device.missing': 'nicht gefunden',
  'device.busy': 'belegt',
  'device.ended': 'getrennt',
  'device.failed': 'fehlgeschlagen',
  'device.camera.blocked.title': 'Die Kamera ist gesperrt',
  'device.camera.blocked.text':
    'Guise darf sie nicht benutzen. Erlaube die Kamera für Guise in den Datenschutz-Einstellungen des Systems und versuch es noch einmal.',
  'device.camera.missing.title': 'Keine Kamera gefunden',
  'device.camera.missing.text':
    'Schließe eine an oder schalte sie ein. Sie erscheint hier von selbst.',
  'device.camera.busy.title': 'Die Kamera ist belegt',
  'device.camera.busy.text':
    'Ein anderes Programm benutzt sie gerade. Beende es oder wähle eine andere Kamera.',
  'device.camera.ended.title': 'Die Kamera liefert kein Bild mehr',
  'device.camera.ended.text':
    'Sie wurde getrennt oder ausgeschaltet. Schließe sie wieder an oder wähle eine andere.',
  'device.camera.failed.title': 'Die Kamera ist nicht gestartet',
  'device.camera.failed.text':
    'Sie antwortet mit einem Fehler. Trenne sie, schließe sie wieder an und versuch es noch einmal.',
  'device.microphone.blocked.title': 'Das Mikrofon ist gesperrt',
  'device.microphone.blocked.text':
    'Guise darf es nicht benutzen. Erlaube das Mikrofon für Guise in den Datenschutz-Einstellungen des Systems und versuch es noch einmal.',
  'device.microphone.missing.title': 'Kein Mikrofon gefunden',
  'device.microphone.missing.text':
    'Schließe eines an oder schalte es ein. Es erscheint hier von selbst.',
  'device.microphone.busy.title': 'Das Mikrofon ist belegt',
  'device.microphone.busy.text':
    'Ein anderes Programm benutzt es gerade. Beende es oder wähle ein anderes Mikrofon.',
  'device.microphone.ended.title': 'Das Mikrofon liefert keinen Ton mehr',
  'device.microphone.ended.text':
    'Es wurde getrennt oder ausgeschaltet. Schließe es wieder an oder wähle ein anderes.',
  'device.microphone.failed.title': 'Das Mikrofon ist nicht gestartet',
  'device.microphone.failed.text':
    'Es antwortet mit einem Fehler. Trenne es, schließe es wieder an und versuch es noch einmal.',

  'settings.title': 'Einstellungen',
  'settings.sections': 'Bereiche der Einstellungen',
  'settings.appearance': 'Darstellung',
  'settings.service': 'Dienst',
  'settings.shortcuts': 'Tastenkürzel',
  'settings.storage': 'Speicher',
  'settings.about': 'Über Guise',

  'appearance.theme': 'Farbschema',
  'appearance.theme_hint': '„System“ folgt deinem Desktop.',
  'appearance.theme.system': 'System',
  'appearance.theme.dark': 'Dunkel',
  'appearance.theme.light': 'Hell',
  'appearance.language': 'Sprache',
  'appearance.language_hint': 'Wechselt sofort, ohne Neustart.',
  'appearance.language.system': 'System',
  'appearance.language.en': 'English',
  'appearance.language.de': 'Deutsch',
  'appearance.language.es': 'Español',
  'appearance.text_size': 'Schriftgröße',
  'appearance.text_size_hint': 'Zusätzlich zur Schriftgröße des Systems.',
  'appearance.motion': 'Bewegung',
  'appearance.motion_hint': '„Reduziert“ schaltet jeden Übergang ab.',
  'appearance.motion.system': 'System',
  'appearance.motion.reduced': 'Reduziert',

  'service.profiles': 'Dienste',
  'service.intro':
    'Es arbeitet immer nur ein Dienst. Sein Schlüssel geht nur an ihn, und kein Fenster zeigt ihn wieder.',
  'service.active': 'aktiv',
  'service.local_hint': 'Offline und ohne Konto. Arbeit auf diesem Computer ist kostenlos.',
  'service.key_ends': 'Schlüssel endet auf {last4}',
  'service.no_key': 'Kein Schlüssel',
  'service.key_unreadable':
    'Das System gibt den gespeicherten Schlüssel nicht mehr frei. Ändere den Dienst und gib ihn neu ein.',
  'service.key_mismatch':
    'Der Schlüssel wurde nicht für diese Adresse eingegeben, darum sendet Guise ihn nicht dorthin. Prüfe die Adresse und gib den Schlüssel dann neu ein.',
  'service.sandbox.on':
    'Fotos, Videos und Ton werden auf diesem Computer in einer Sandbox geöffnet, getrennt von deinen Dateien und vom Netz.',
  'service.sandbox.title': 'Medien werden ohne Sandbox dekodiert',
  'service.sandbox.other_system':
    'Auf diesem System könnte ein kaputtes oder böswilliges Video an deine Dateien kommen. Öffne nur Medien, denen du vertraust. Die Sandbox gibt es nur unter Linux.',
  'service.sandbox.not_installed':
    'Ein kaputtes oder böswilliges Video könnte an deine Dateien kommen. Installiere das Paket bubblewrap und starte Guise neu.',
  'service.sandbox.refused':
    'Ein kaputtes oder böswilliges Video könnte an deine Dateien kommen. bubblewrap ist installiert, darf hier aber keine Namensräume anlegen.',
  'service.protection.system': 'Schlüssel sind vom System geschützt ({backend}).',
  'service.protection.file.none':
    'Es ist kein Schlüssel gespeichert. Es wurde kein Schlüsselbund gefunden: Ein Schlüssel, den du hinzufügst, liegt in einer Datei, die andere Programme deines Benutzers lesen können.',
  'service.protection.file.title': 'Schlüssel sind nicht vom System geschützt',
  'service.protection.file.text':
    'Es wurde kein Schlüsselbund gefunden, deshalb liegen Schlüssel in einer Datei, die andere Programme deines Benutzers lesen können. Eine Sicherung des Datenordners enthält sie zusammen mit safe-storage.key, womit sie sich entschlüsseln lassen: Bewahre sie so sicher auf wie die Schlüssel. Richte einen Schlüsselbund ein und füge die Schlüssel neu hinzu.',
  'service.add.title': 'Dienst hinzufügen',
  'service.change.title': '{name} ändern',
  'service.name': 'Name',
  'service.name_hint': 'So heißt er in Guise.',
  'service.address': 'Adresse',
  'service.address_hint': 'Mit Version, zum Beispiel https://host/api/v1.',
  'service.key': 'API-Schlüssel',
  'service.key_hint': 'Danach sind nur die letzten vier Zeichen zu sehen.',
  'service.key_keep': 'Leer lassen, um den Schlüssel zu behalten, der auf {last4} endet.',
  'service.invalid.name': 'Gib einen Namen mit 1 bis 60 Zeichen ein.',
  'service.invalid.address':
    'Gib eine vollständige Adresse ein, die mit https:// beginnt (http:// nur für diesen Computer), ohne Schlüssel, Abfrage oder Fragment.',
  'service.invalid.key':
    'Ein Schlüssel hat 8 bis 512 sichtbare Zeichen ohne Leerzeichen. Für einen anderen Server muss er neu eingegeben werden.',
  'service.saved': '{name} wurde gespeichert',
  'service.added': '{name} wurde hinzugefügt',
  'service.removed': '{name} wurde entfernt',
  'service.used': '{name} ist jetzt aktiv',
  'service.check_ok': '{name} hat geantwortet',
  'service.check_ok_text': 'Stufe {tier}, Guthaben {amount}, {duration} ms.',
  'service.remove.title': '{name} entfernen',
  'service.remove.text':
    'Adresse und Schlüssel werden von diesem Computer gelöscht. Das Konto beim Dienst bleibt.',

  'shortcuts.title': 'Tastenkürzel',
  'shortcuts.intro':
    'Klick auf ein Tastenkürzel, um es zu ändern. „Überall“ heißt: auch im Spiel oder im Chat. Guise belegt es nur, solange du live bist oder deine Stimme verändert wird.',
  'shortcuts.keyboard': 'Ohne Maus',
  'shortcuts.tab': 'Nächstes Bedienelement, mit Umschalt das vorige',
  'shortcuts.arrows': 'In Liste, Menü oder Auswahl bewegen',
  'shortcuts.enter': 'Das Bedienelement mit dem Fokus drücken',
  'shortcuts.escape': 'Schließen, was offen ist',

  'key.ctrl': 'Strg',
  'key.shift': 'Umschalt',
  'key.tab': 'Tab',
  'key.arrows': 'Pfeiltasten',
  'key.enter': 'Eingabe',
  'key.space': 'Leertaste',
  'key.escape': 'Esc',

  'about.version': 'Version',
  'about.runtime': 'Laufzeit',
  'about.runtime.electron': 'Electron {version}',
  'about.runtime.chromium': 'Chromium des Systems {version}',
  'about.runtime.why':
    'Electron ist hier nicht installiert, darum zeichnet das Chromium deines Systems dieses Fenster. Guise kann damit dasselbe.',
  'about.chromium': 'Chromium',
  'about.node': 'Node.js',
  'about.system': 'System',
  'about.licence': 'Lizenz',
  'about.licence_value': 'GPL-3.0-or-later',
  'about.licence_hint': 'Frei zu benutzen, zu untersuchen, weiterzugeben und zu ändern.',
  'about.copied': 'Die Angaben sind in der Zwischenablage',

  'palette.label': 'Befehle',
  'palette.placeholder': 'Befehle, Figuren, Stimmen, Dateien suchen',
  'palette.empty': 'Nichts gefunden',
  'commands.group.go': 'Gehe zu',
  'commands.group.capture': 'Aufnahme',
  'commands.capture.record': 'Aufnehmen',
  'commands.capture.mark': 'Marker in der Aufnahme setzen',
  'commands.capture.replay': 'Replay speichern',
  'commands.capture.replay_seconds': 'Die letzten {seconds} Sekunden speichern',
  'commands.capture.no_output': 'Noch wird nichts gesendet. Geh zuerst live.',
  'commands.capture.no_recording': 'Gerade läuft keine Aufnahme',
  'commands.capture.replay_is_off':
    'Das Replay ist aus. Schalte es unter „Live“ bei „Sitzung“ ein.',
  'commands.group.appearance': 'Darstellung',
  'commands.group.service': 'Dienst',
  'commands.group.app': 'Guise',
  'commands.palette': 'Befehle öffnen',
  'commands.shortcuts': 'Tastenkürzel zeigen',
  'commands.go.live': 'Gehe zu Live',
  'commands.go.create': 'Gehe zu Erstellen',
  'commands.go.voices': 'Gehe zu Stimmen',
  'commands.go.history': 'Gehe zu Verlauf',
  'commands.go.account': 'Gehe zu Konto',
  'commands.go.settings': 'Gehe zu Einstellungen',
  'commands.theme.system': 'Farbschema: System',
  'commands.theme.dark': 'Farbschema: dunkel',
  'commands.theme.light': 'Farbschema: hell',
  'commands.theme.toggle': 'Zwischen dunkel und hell wechseln',
  'commands.language.system': 'Sprache: System',
  'commands.language.en': 'Sprache: English',
  'commands.language.de': 'Sprache: Deutsch',
  'commands.language.es': 'Sprache: Español',
  'commands.text.larger': 'Größere Schrift',
  'commands.text.smaller': 'Kleinere Schrift',
  'commands.text.normal': 'Normale Schriftgröße',
  'commands.service.add': 'Dienst hinzufügen',
  'commands.service.restart': 'Dienst erneut starten',
  'commands.service.use': '{name} verwenden',
  'commands.folder.data': 'Ordner mit Einstellungen und Profilen öffnen',
  'commands.folder.results': 'Ordner der Ergebnisse öffnen',
  'commands.folder.logs': 'Logs öffnen',
  'commands.about': 'Über Guise',

  'close.unsaved_input.title': 'Schließen, ohne zu speichern',
  'close.unsaved_input.text':
    'Der Dienst, den du bearbeitest, ist nicht gespeichert. Beim Schließen geht verloren, was du eingegeben hast.',
  'close.unsaved_input.stay': 'Weiter bearbeiten',
  'close.unsaved_input.close': 'Verwerfen und schließen',
  'close.live.title': 'Du bist live',
  'close.live.text': 'Wenn du Guise schließt, sehen und hören andere dich nicht mehr.',
  'close.live.stay': 'Live bleiben',
  'close.live.close': 'Beenden und schließen',
  'close.recording.title': 'Eine Aufnahme läuft',
  'close.recording.text': 'Wenn du Guise schließt, endet die Aufnahme an dieser Stelle.',
  'close.recording.stay': 'Weiter aufnehmen',
  'close.recording.close': 'Beenden und schließen',

  'boundary.title': 'Dieser Bereich ist abgestürzt',
  'boundary.text':
    'Ein Fehler in Guise verhindert, dass er angezeigt wird. Einstellungen und Eingaben bleiben erhalten, außer Schlüsseln.',

  'notice.settings_set_aside.title': 'Die Einstellungen waren nicht lesbar',
  'notice.settings_set_aside.text':
    'Guise ist mit den Standardwerten gestartet. Die alte Datei wurde beiseitegelegt.',
  'notice.profiles_set_aside.title': 'Die Dienste waren nicht lesbar',
  'notice.profiles_set_aside.text':
    'Füge sie neu hinzu oder repariere die alte Datei. Sie wurde beiseitegelegt.',
  'notice.jobs_set_aside.title': 'Die Liste der Aufträge war nicht lesbar',
  'notice.jobs_set_aside.text':
    'Die Ergebnisse liegen noch in ihrem Ordner. Die alte Liste wurde beiseitegelegt.',
  'notice.characters_set_aside.title': 'Die Figuren waren nicht lesbar',
  'notice.characters_set_aside.text':
    'Eine neue Galerie wurde angelegt. Die alte Liste wurde beiseitegelegt.',
  'notice.captures_set_aside.title': 'Die Liste der Aufnahmen war nicht lesbar',
  'notice.captures_set_aside.text':
    'Deine Aufnahmen liegen, wo sie waren. Neue kommen in den Ordner der Ergebnisse.',
  'notice.consents_set_aside.title': 'Die Einverständnisse waren nicht lesbar',
  'notice.consents_set_aside.text':
    'Guise fragt bei jedem Gesicht und jeder Stimme noch einmal. Die alte Liste wurde beiseitegelegt.',
  'notice.deletions_set_aside.title': 'Die Liste der ausstehenden Löschungen war nicht lesbar',
  'notice.deletions_set_aside.text':
    'Was bei einem Dienst noch zu löschen war, ist vielleicht noch da. Lösche es noch einmal.',
  'notice.page_recovered.title': 'Das Fenster wurde nach einem Absturz neu geladen',
  'notice.page_recovered.text':
    'Der Bereich, in dem du warst, ist wieder offen. Was passiert ist, steht im Log.',
  'notice.live_ended.title': 'Du bist nicht mehr live',
  'notice.live_ended.text':
    'Das Fenster wurde neu geladen. Damit endete deine Sitzung; Kamera und Mikrofon sind aus.',
  'notice.vault_unprotected.title': 'Schlüssel sind nicht vom System geschützt',
  'notice.vault_unprotected.text':
    'Es wurde kein Schlüsselbund gefunden. Schlüssel liegen in einer Datei, die andere Programme deines Benutzers lesen können, und eine Sicherung dieses Ordners enthält auch das, womit sie sich entschlüsseln lassen.',
  'notice.recording_recovered.title': 'Eine Aufnahme wurde gerettet',
  'notice.recording_recovered.text':
    'Guise wurde mitten in der Aufnahme beendet. Was bis dahin aufgenommen war, liegt hier:',
  'notice.disk_low.title': 'Der Speicherplatz wird knapp',
  'notice.disk_low.text':
    'Für die Aufnahme ist weniger als 1 GB frei. Ist die Festplatte voll, endet sie; was bis dahin aufgenommen ist, bleibt.',
  'notice.program_replaced.title': 'Guise wurde aktualisiert',
  'notice.program_replaced.text':
    'Schließe es und öffne es wieder. Bis dahin lassen sich manche Bereiche vielleicht nicht öffnen.',
  'remedy.data': 'Ordner öffnen',
  'remedy.logs': 'Logs öffnen',
  'remedy.storage': 'Speicher öffnen',
  'remedy.service': 'Dienst-Einstellungen öffnen',

  'error.unauthorized.title': 'Der Dienst hat den Schlüssel abgelehnt',
  'error.unauthorized.advice':
    'Prüfe den API-Schlüssel unter Einstellungen → Dienst. Vielleicht wurde er widerrufen.',
  'error.forbidden.title': 'Der Schlüssel darf das nicht',
  'error.forbidden.advice': 'Bitte den Betreiber des Dienstes um einen Schlüssel mit diesem Recht.',
  'error.insufficient_credits.title': 'Das Guthaben reicht nicht',
  'error.insufficient_credits.advice': 'Lade beim Dienst Guthaben auf und versuch es noch einmal.',
  'error.invalid_input.title': 'Eine Eingabe wurde nicht angenommen',
  'error.invalid_input.advice': 'Prüfe deine Eingabe und versuch es noch einmal.',
  'error.unsupported_format.title': 'Diese Art von Datei lässt sich nicht verwenden',
  'error.unsupported_format.advice':
    'Möglich sind JPEG, PNG, WebP oder HEIC für Bilder, MP4, MOV, WebM oder MKV für Videos und WAV, MP3, M4A, OGG, Opus oder FLAC für Ton.',
  'error.input_too_large.title': 'Die Datei ist zu groß',
  'error.input_too_large.advice': 'Nimm eine kleinere oder kürzere.',
  'error.capability_unavailable.title': 'Der Dienst kann das nicht',
  'error.capability_unavailable.advice': 'Wähle einen anderen Dienst oder etwas anderes.',
  'error.not_found.title': 'Das gibt es nicht mehr',
  'error.not_found.advice': 'Prüfe die Adresse oder lade die Liste neu.',
  'error.rate_limited.title': 'Zu viele Anfragen',
  'error.rate_limited.advice': 'Warte eine Minute und versuch es noch einmal.',
  'error.at_capacity.title': 'Der Dienst ist ausgelastet',
  'error.at_capacity.advice':
    'Alle Plätze sind belegt. Versuch es in ein paar Minuten noch einmal.',
  'error.internal_error.title': 'In Guise ist etwas schiefgegangen',
  'error.internal_error.advice': 'Versuch es noch einmal. Passiert es wieder, sieh ins Log.',
  'error.face_not_detected.title': 'Kein Gesicht gefunden',
  'error.face_not_detected.advice': 'Nimm ein Bild mit einem Gesicht von vorn und gutem Licht.',
  'error.content_rejected.title': 'Der Inhalt wurde abgelehnt',
  'error.content_rejected.advice':
    'Der Dienst verarbeitet solche Inhalte nicht. Es kostet dich nichts.',
  'error.render_timeout.title': 'Es hat zu lange gedauert',
  'error.render_timeout.advice':
    'Versuch es mit einer kürzeren oder kleineren Eingabe. Es kostet dich nichts.',
  'error.processing_failed.title': 'Die Verarbeitung ist fehlgeschlagen',
  'error.processing_failed.advice': 'Versuch es noch einmal. Es kostet dich nichts.',
  'error.cancelled.title': 'Es wurde abgebrochen',
  'error.cancelled.advice': 'Starte es neu, wenn du es brauchst.',
  'error.service_unreachable.title': 'Der Dienst antwortet nicht',
  'error.service_unreachable.advice':
    'Prüfe die Adresse und deine Netzwerkverbindung und versuch es noch einmal.',
  'error.bad_reply.title': 'Der Dienst antwortet unerwartet',
  'error.bad_reply.advice':
    'Prüfe, ob die Adresse zu einem Guise-Dienst gehört und mit der Version endet.',
  'error.key_mismatch.title': 'Der Schlüssel gehört nicht zu dieser Adresse',
  'error.key_mismatch.advice':
    'Prüfe die Adresse unter Einstellungen → Dienst. Stimmt sie, gib den Schlüssel neu ein; gesendet wurde nichts.',
  'error.vault_unavailable.title': 'Der Schlüsselspeicher lässt sich nicht öffnen',
  'error.vault_unavailable.advice':
    'Entsperre den Schlüsselbund deines Systems und versuch es noch einmal.',
  'error.storage_failed.title': 'Eine Datei ließ sich nicht schreiben oder lesen',
  'error.storage_failed.advice': 'Prüfe den freien Platz und die Rechte des Datenordners.',
};
