import type { enFaults } from '../en/faults.ts';

/** German texts of the faults. */
export const deFaults = {
  'fault.choose_again.title': 'Wähle die Datei noch einmal',
  'fault.choose_again': 'Guise hat auf diese Datei keinen Zugriff mehr. Wähle sie noch einmal aus.',
  'fault.convert_again.title': 'Das Ergebnis ist nicht mehr da',
  'fault.convert_again': 'Wandle die Aufnahme noch einmal um und speichere sie dann.',
  'fault.file_empty.title': 'Die Datei ist leer',
  'fault.file_empty': 'Darin steht nichts, oder es ist gar keine Datei. Wähle eine andere.',
  'fault.file_unreadable.title': 'Die Datei lässt sich nicht lesen',
  'fault.file_unreadable': 'Prüfe, ob sie noch da ist und ob du sie öffnen darfst.',
  'fault.file_changed.title': 'Die Datei hat sich geändert',
  'fault.file_changed':
    'Sie ist nicht mehr dieselbe wie bei der Auswahl und wurde deshalb nicht verwendet. Wähle sie noch einmal.',
  'fault.no_media':
    'Guise kann sie nicht lesen: Sie ist beschädigt oder weder Bild noch Ton noch Video.',
  'fault.picture_needed': 'Hier wird ein Bild gebraucht: JPEG, PNG oder WebP.',
  'fault.video_needed': 'Hier wird ein Video gebraucht, etwa MP4 oder WebM.',
  'fault.file_too_large': 'Höchstens {max_mb, number} MB sind erlaubt. Kürze oder verkleinere sie.',
  'fault.uploads_full.title': 'Deine Uploads sind voll',
  'fault.uploads_full':
    'Bei diesem Dienst dürfen deine Dateien zusammen {max_mb, number} MB belegen. Lösche ein paar Aufträge oder warte einen Tag: Alte Uploads verschwinden von selbst.',
  'fault.uploads_busy':
    '{count, plural, one {Eine Datei wird} other {# Dateien werden}} schon gesendet. Die nächste ist dran, sobald eine fertig ist.',
  'fault.consent_missing.title': 'Das Einverständnis fehlt',
  'fault.consent_missing': 'Bestätige, dass du es bist oder dass die Person zugestimmt hat.',
  'fault.file_damaged':
    'Die Datei ist beschädigt oder unvollständig. Speichere sie neu oder nimm eine andere.',
  'fault.wrong_type':
    'Der Name passt nicht zum Inhalt: Das ist {format}. Speichere sie unter dem richtigen Namen.',
  'fault.unknown_codec':
    'Sie ist mit {codec} kodiert, das sich hier nicht lesen lässt. Nimm H.264, HEVC, AV1, VP8 oder VP9 mit AAC, MP3, Opus oder FLAC.',
  'fault.too_many_pixels':
    'Sie hat {width} × {height} Pixel; höchstens {max_megapixels, number} Millionen sind erlaubt. Verkleinere sie.',
  'fault.too_heavy':
    'Sie zu lesen braucht mehr Zeit oder Speicher als erlaubt. Speichere sie kleiner oder als H.264 mit 8 Bit.',
  'fault.animated': 'Das Bild ist animiert. Nimm ein Standbild oder ein Video.',
  'fault.heic_unreadable':
    'HEIC-Bilder lassen sich hier nicht lesen. Speichere es als JPEG, PNG oder WebP.',
  'fault.no_picture': 'Darin ist kein Bild, nur Ton. Nimm ein Video.',
  'fault.holds_video':
    'Das ist eine Tondatei, in der ein Video steckt. Speichere das Video als MP4, MOV, WebM oder MKV.',
  'fault.no_sound':
    'Darin ist kein Ton, den Guise lesen kann. Nimm eine Tondatei wie WAV, MP3, OGG oder M4A oder ein Video mit Ton.',
  'fault.clip_unplayable':
    'Dieser Clip lässt sich hier nicht abspielen. Speichere ihn als MP4 mit H.264 oder als WebM.',
  'fault.no_person':
    'Darin wurde niemand gefunden. Nimm etwas, das eine Person zeigt, am besten von Kopf bis Fuß.',
  'fault.nothing_changed':
    'Nichts wurde geändert: Was du wolltest, ist nicht zu sehen, nicht deutlich genug zu sehen oder schon so. Zähne müssen sichtbar und Augen offen sein, und Haare müssen sich von Hut und Hintergrund abheben.',
  'fault.person_missing':
    'Die gewählte Person ist nicht unter den gefundenen Gesichtern ({count, number}). Sag, wo sie ist: „das Gesicht links verpixeln“.',
  'fault.person_unclear':
    'Es ist nicht sicher, wer von den gefundenen Gesichtern ({count, number}) gemeint ist, deshalb wurde nichts geändert. Zähl von einer Seite: „das zweite Gesicht von links verpixeln“.',
  'fault.person_touched':
    'Die Person, die weg soll, berührt jemanden oder steht zu nah bei jemandem, deshalb wurde nichts geändert. Du kannst ihr Gesicht verdecken („das Gesicht links verpixeln“) oder das Bild zuschneiden.',
  'fault.person_uncut':
    'Die Person, die weg soll, hebt sich nicht deutlich genug ab, deshalb wurde nichts geändert. Du kannst ihr Gesicht verdecken: „das Gesicht links verpixeln“.',
  'fault.ground_uneven':
    'Der Hintergrund der Person, die weg soll, ist zu ungleichmäßig, um ihn zu ergänzen, deshalb wurde nichts geändert. Du kannst ihr Gesicht verdecken („das Gesicht links verpixeln“) oder das Bild zuschneiden.',
  'fault.other_side':
    'Das Bild zeigt die Figur von einer anderen Seite als verlangt. Nimm eins von dieser Seite oder wähle eine andere Richtung.',
  'fault.mp4_needed':
    'Hier sind nur MP4 und MOV möglich. Speichere das Video in einem dieser Formate.',
  'fault.jpg_needed':
    'Hier sind nur JPG und PNG möglich. Speichere das Bild in einem dieser Formate.',
  'fault.sides_short':
    'Es hat {width} × {height} Pixel; beide Seiten brauchen mindestens {min_pixels, number}. Nimm ein größeres.',
  'fault.sides_unequal':
    'Es ist zu lang und schmal: Eine Seite darf höchstens {max_aspect, number}-mal so lang sein wie die andere. Schneide es zu.',
  'fault.clip_length':
    'Der Clip ist {seconds, number} s lang; möglich sind {min_seconds, number} bis {max_seconds, number} s. Schneide ihn zu.',
  'fault.face_turned':
    'Das Gesicht ist um {degrees, number}° abgewandt; höchstens {max_degrees, number}° sind möglich. Nimm ein Bild, das es mehr von vorn zeigt.',
  'fault.face_tiny':
    'Das Gesicht wäre {pixels, number} Pixel breit; es braucht {min_pixels, number}. Nimm ein Bild, das es größer zeigt, oder eine höhere Auflösung.',
  'fault.result_too_long':
    'Das Ergebnis würde bis zu {seconds, number} s lang; höchstens {max_seconds, number} s sind möglich. Wähle einen kürzeren Teil.',
  'fault.sound_too_long':
    'Der Ton ist {seconds, number} s lang; höchstens {max_seconds, number} s sind möglich. Schneide ihn kürzer.',
  'fault.preset_unreadable':
    'Das ist kein Look, den Guise gespeichert hat, oder er ist beschädigt.',
  'fault.no_speech.title': 'Die Aufnahme ist nicht verwendbar',
  'fault.no_speech': 'Darin spricht niemand. Nimm eine Aufnahme, in der jemand spricht.',
  'fault.little_speech.title': 'Es wird zu wenig gesprochen',
  'fault.little_speech':
    'Darin wird zu wenig gesprochen. Nimm mindestens 3 s von einer Person, besser 10 s.',
  'fault.clipped.title': 'Die Aufnahme ist übersteuert',
  'fault.clipped': 'Die Aufnahme ist übersteuert. Nimm sie leiser noch einmal auf.',
  'fault.music.title': 'Die Aufnahme ist nicht verwendbar',
  'fault.music':
    'Das klingt nach Musik oder Dauerrauschen. Nimm eine Person, die spricht, ohne Musik.',
  'fault.too_short.title': 'Die Aufnahme ist zu kurz',
  'fault.too_short': 'Nimm eine von mindestens {min_seconds, number} s.',
  'fault.too_long.title': 'Die Aufnahme ist zu lang',
  'fault.too_long':
    'Sie ist länger als {max_minutes, number} Minuten. Zerlege sie in kürzere Stücke.',
  'fault.nothing_to_say.title': 'Es gibt nichts zu sprechen',
  'fault.nothing_to_say':
    'Der Text hat weder Buchstaben noch Ziffern. Schreib hinein, was gesagt werden soll.',
  'fault.unreadable_letters.title': 'Die Stimme kann diesen Text nicht lesen',
  'fault.unreadable_letters':
    '{language} wird nicht mit diesen Zeichen geschrieben. Wähle die Sprache des Textes oder eine Stimme, die sie spricht.',
  'fault.unknown_voice.title': 'Diese Stimme gibt es hier nicht',
  'fault.unknown_voice': 'Der Dienst hat sie nicht oder nicht mehr. Wähle eine andere.',
  'fault.no_voice_for.title': 'Keine Stimme spricht diese Sprache',
  'fault.no_voice_for': 'Für {language} gibt es keine Stimme. Es gibt Stimmen für {languages}.',
  'fault.no_swapper.title': 'Kein Modell gewählt',
  'fault.no_swapper': 'Wähle zuerst ein Modell, das Gesichter tauscht oder sprechen lässt.',
  'fault.too_dear':
    'Das kann bis zu {needed_usd} kosten, vorhanden sind {balance_usd}. Wähle einen kürzeren Teil oder lade beim Dienst Guthaben auf.',
  'fault.rate_limit':
    'Der Dienst nimmt höchstens {count, number} Anfragen pro Minute an. Versuch es in {seconds, number} s noch einmal.',
  'fault.jobs_full':
    '{running, plural, one {Einer deiner Aufträge darf} other {# deiner Aufträge dürfen}} dort laufen und {waiting, number} weitere warten. Versuch es noch einmal, wenn ein paar fertig sind.',
  'fault.queue_full':
    'Die Warteschlange des Dienstes ist voll. Versuch es in ein paar Minuten noch einmal.',
  'fault.streams_full':
    'Alle Plätze für Live-Sitzungen sind belegt. Versuch es in ein paar Minuten noch einmal.',
  'fault.sessions_full.title': 'Du hast zu viele Live-Sitzungen',
  'fault.sessions_full':
    'Dein Konto darf {count, number} gleichzeitig haben. Beende zuerst eine oder warte, bis eine abläuft.',
  'fault.two_voices.title': 'Zwei Stimmen auf einmal sind zu viel',
  'fault.two_voices':
    'Eine andere Stimme aus einem Modell läuft schon, und für beide ist dieser Computer zu langsam. Beende zuerst die andere.',
  'fault.characters_full.title': 'Die Galerie ist voll',
  'fault.characters_full': 'Höchstens {count, number} Figuren passen hinein. Entferne zuerst eine.',
  'fault.presets_full.title': 'Es sind zu viele Looks',
  'fault.presets_full':
    'Höchstens {count, number} Looks bleiben gespeichert. Entferne zuerst einen.',
  'fault.programs_full.title': 'Zu viele Programme haben Zugriff',
  'fault.programs_full':
    'Höchstens {count, number} Programme können Zugriff haben. Entziehe ihn einem unter Einstellungen → Steuerung.',
  'fault.timeout':
    'Die Antwort hat zu lange gedauert. Prüfe deine Netzwerkverbindung und versuch es noch einmal.',
  'fault.download_cut.title': 'Der Download ist abgebrochen',
  'fault.download_cut':
    'Die Datei kam nicht bis zum Ende. Versuch es noch einmal: Was schon da ist, bleibt.',
  'fault.service_stopping.title': 'Der Dienst wird beendet',
  'fault.service_stopping': 'Versuch es noch einmal, sobald er läuft.',
  'fault.service_disk_full.title': 'Die Festplatte des Dienstes ist voll',
  'fault.service_disk_full':
    'Wer ihn betreibt, muss Platz schaffen; auf diesem Computer unter Einstellungen → Speicher. Versuch es danach noch einmal.',
  'fault.local_service.title': 'Der Dienst auf diesem Computer antwortet nicht',
  'fault.local_service':
    'Er ist abgestürzt oder startet gerade. Bleibt es dabei, starte ihn unter Einstellungen → Dienst neu.',
  'fault.no_deletion.title': 'Dieser Dienst löscht keine Aufträge',
  'fault.no_deletion': 'Wende dich an den Betreiber.',
  'fault.no_key.title': 'Der Schlüssel fehlt',
  'fault.no_key':
    'Dieser Dienst braucht einen API-Schlüssel. Gib ihn unter Einstellungen → Dienst ein.',
  'fault.key_unreadable':
    'Das System gibt den gespeicherten Schlüssel nicht mehr frei. Gib ihn unter Einstellungen → Dienst neu ein.',
  'fault.room_unreachable.title': 'Der Medienraum ist nicht erreichbar',
  'fault.room_unreachable':
    'Bild und Ton finden keinen Weg zum Dienst. Prüfe Netz und Firewall und versuch es noch einmal.',
  'fault.session_over.title': 'Die Sitzung ist beendet',
  'fault.session_over': 'Sie ist abgelaufen oder wurde beim Dienst beendet. Starte noch einmal.',
  'fault.session_taken.title': 'Die Sitzung läuft schon woanders',
  'fault.session_taken':
    'Eine andere Verbindung benutzt sie. Beende sie dort und starte dann hier.',
  'fault.session_running.title': 'Es läuft schon eine Sitzung',
  'fault.session_running': 'Beende sie zuerst und geh dann noch einmal live.',
  'fault.engine_ended.title': 'Die Engine ist abgestürzt',
  'fault.engine_ended':
    'Sie ist mehrmals abgestürzt und wird nicht noch einmal gestartet. Vielleicht hilft ein kleineres Bild oder eine andere Figur.',
  'fault.nothing_goes_out.title': 'Noch gibt es kein Bild',
  'fault.nothing_goes_out': 'Geh zuerst live und versuch es dann noch einmal.',
  'fault.no_camera_picture.title': 'Die Kamera liefert kein Bild',
  'fault.no_camera_picture':
    'Starte sie oder warte, bis ihr Bild da ist, und versuch es dann noch einmal.',
  'fault.no_replay.title': 'Noch gibt es kein Replay',
  'fault.no_replay': 'Es füllt sich, während du mit eingeschaltetem Replay live bist.',
  'fault.nothing_recorded.title': 'Gerade läuft keine Aufnahme',
  'fault.nothing_recorded': 'Starte zuerst eine Aufnahme.',
  'fault.recording_full.title': 'Die Aufnahme ist voll',
  'fault.recording_full':
    'Sie hat ihre größte Länge erreicht und ist beendet. Was drin ist, bleibt; starte eine neue.',
  'fault.disk_full.title': 'Die Festplatte ist voll',
  'fault.disk_full':
    'Schaff Platz und versuch es noch einmal. Was Guise aufbewahrt, zeigt Einstellungen → Speicher.',
  'fault.disk_slow.title': 'Die Festplatte ist zu langsam',
  'fault.disk_slow':
    'Sie kommt mit der Aufnahme nicht mit. Wähle einen Ordner auf einer schnelleren.',
  'fault.no_permission.title': 'Guise darf dort nicht schreiben',
  'fault.no_permission': 'Wähle einen anderen Ordner oder ändere seine Rechte.',
  'fault.still_running.title': 'Es läuft noch',
  'fault.still_running': 'Brich es zuerst ab oder beende es.',
  'fault.job_sending.title': 'Ein Auftrag wird gerade gesendet',
  'fault.job_sending': 'Versuch es noch einmal, sobald er läuft.',
  'fault.not_https.title': 'Diese Adresse wird nicht geöffnet',
  'fault.not_https': 'Geöffnet werden nur Adressen mit https:// am Anfang und ohne Benutzernamen.',
  'fault.not_copied.title': 'Es wurde nichts kopiert',
  'fault.not_copied':
    'Die Zwischenablage hat es nicht angenommen. Klick ins Fenster und versuch es noch einmal.',
  'fault.port_taken.title': 'Der Port ist belegt',
  'fault.port_taken':
    'Ein anderes Programm benutzt den Port {port} dieses Computers. Beende es und versuch es noch einmal.',
  'fault.sound_server.title': 'Kein Soundserver antwortet',
  'fault.sound_server': 'Guise braucht PulseAudio oder PipeWire mit dem Paket „pipewire-pulse“.',
  'fault.no_microphone.title': 'Kein Mikrofon gefunden',
  'fault.no_microphone': 'Schließe eines an oder wähle in den Einstellungen ein anderes.',
  'fault.no_output.title': 'Kein Ausgang gefunden',
  'fault.no_output': 'Schließe Kopfhörer oder Lautsprecher an und versuch es noch einmal.',
  'fault.microphone_failed.title': 'Das Mikrofon ließ sich nicht aufnehmen',
  'fault.microphone_failed': 'Trenne es, schließe es wieder an und versuch es noch einmal.',
  'fault.obs_silent.title': 'OBS antwortet nicht',
  'fault.obs_silent': 'Sieh nach, ob es noch läuft, und versuch es noch einmal.',
  'fault.obs_no_microphone.title': 'OBS hat keine Mikrofonquelle',
  'fault.obs_no_microphone': 'Füge in OBS eine hinzu und versuch es noch einmal.',
  'fault.obs_not_set_up.title': 'OBS zeigt Guise noch nicht',
  'fault.obs_not_set_up': 'Richte es zuerst unter Einstellungen → OBS ein.',
  'fault.obs_no_camera.title': 'OBS hat hier keine virtuelle Kamera',
  'fault.obs_no_camera':
    'Dieses OBS bringt für dieses System keine mit. Nimm die virtuelle Kamera von Guise.',
  'fault.watch_own_folder.title': 'In diesen Ordner schreibt Guise',
  'fault.watch_own_folder':
    'Dort liegen deine Ergebnisse, und sie würden als neue Dateien übernommen. Wähle einen anderen Ordner.',
  'fault.watch_no_folder.title': 'Noch ist kein Ordner gewählt',
  'fault.watch_no_folder': 'Wähle zuerst den Ordner, der beobachtet werden soll.',
  'fault.watch_not_set_up.title': 'Für Aufträge ist noch nichts eingerichtet',
  'fault.watch_not_set_up':
    'Fülle unter „Erstellen“ ein Formular aus und drück „Für neue Dateien verwenden“.',
  'fault.no_update_feed.title': 'Es ist keine Adresse eingetragen',
  'fault.no_update_feed': 'Trag zuerst die Adresse ein, die gefragt werden soll.',
  'fault.feed_unreachable.title': 'Die Adresse antwortet nicht',
  'fault.feed_unreachable': 'Prüfe die Adresse und deine Verbindung, dann versuch es noch einmal.',
  'fault.feed_unreadable.title': 'Die Adresse nennt keine Version',
  'fault.feed_unreadable':
    'Prüfe die Adresse: Sie muss zu einem Release-Feed führen, nicht zu einer Seite.',
  'fault.no_reference.title': 'Keine Aufnahme gewählt',
  'fault.no_reference':
    'Wähle eine Aufnahme der Stimme, nach der du klingen willst, oder eine der Stimmen.',
  'fault.time_used_up.title': 'Die Zeit ist aufgebraucht',
  'fault.time_used_up': 'Die Sitzung hat ihre Höchstdauer erreicht. Starte eine neue Sitzung.',
  'fault.markers_full.title': 'Mehr Marker passen nicht',
  'fault.markers_full': 'Eine Aufnahme hat höchstens {count, number} Marker.',
} as const satisfies Record<keyof typeof enFaults, string>;
