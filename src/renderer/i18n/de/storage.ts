import type { enStorage } from '../en/storage.ts';

/** German texts about stored content and its deletion. */
export const deStorage = {
  'storage.intro':
    'Was Guise aufbewahrt, wo, und wie du es wieder loswirst. Insgesamt {size} in diesem Ordner:',
  'storage.measuring': 'Der Ordner wird gemessen',
  'storage.measure': 'Neu messen',
  'storage.guide': 'Wo alles liegt und wie lange es bleibt',
  'storage.guide_hint': 'Eine Seite des Handbuchs, auf Englisch. Auch zu fremden Diensten.',
  'storage.guide_open': 'Seite öffnen',
  'storage.amount': '{count, plural, =0 {nichts} one {# Datei, {size}} other {# Dateien, {size}}}',
  'storage.unknown': 'unbekannt, der Dienst läuft nicht',
  'storage.clear': 'Löschen',
  'storage.clear_asking': 'Alle löschen',
  'storage.cleared': '{name}: gelöscht',

  'storage.group.yours': 'Deins',
  'storage.group.service': 'Beim Dienst auf diesem Computer',
  'storage.group.guise': 'Was Guise braucht',
  'storage.group.set_aside': 'Beiseitegelegt',
  'storage.group.persons': 'Gesichter und Stimmen',
  'storage.persons_intro':
    'Alle, die du hinzugefügt hast. Guise erkennt eine Person an genau dieser Datei: Ein anderes Foto ist ein eigener Eintrag.',
  'storage.persons_none': 'Noch kein Gesicht und keine Stimme hinzugefügt.',
  'storage.person_facts':
    '{jobs, plural, =0 {Keine Aufträge} one {# Auftrag} other {# Aufträge}}, {characters, plural, =0 {keine Figur} one {# Figur} other {# Figuren}}',
  'storage.persons_more': '{count, plural, one {Noch eine zeigen} other {Noch # zeigen}}',
  'storage.consents':
    '{count, plural, one {Ein Einverständnis, zu dem sonst nichts gespeichert ist} other {# Einverständnisse, zu denen sonst nichts gespeichert ist}}',
  'storage.consents_hint':
    'Nur der Fingerabdruck einer Datei und wann du bestätigt hast. Ohne ihn fragt Guise wieder.',
  'storage.consents_forget': 'Löschen',

  'storage.results': 'Ergebnisse von Aufträgen',
  'storage.results.hint': 'Sie bleiben, bis du sie löschst.',
  'storage.captures': 'Aufnahmen und Schnappschüsse',
  'storage.captures.hint': 'Was du unter „Live“ aufgenommen hast.',
  'storage.characters': 'Figuren',
  'storage.characters.hint': 'Die Bilder, die du unter „Live“ hinzugefügt hast.',
  'storage.recordings': 'Aufgenommene Stimmen',
  'storage.recordings.hint': 'In einem Formular aufgenommen. Jede wird mit ihrem Auftrag gelöscht.',
  'storage.thumbnails': 'Vorschaubilder',
  'storage.thumbnails.hint': 'Für den Verlauf. Jedes wird mit seinem Auftrag gelöscht.',
  'storage.uploads': 'Gesendete Dateien',
  'storage.uploads.hint': 'Kopien für den Dienst. Sie werden nach einem Tag gelöscht, oder jetzt.',
  'storage.outputs': 'Ergebnisse und Zwischenbilder',
  'storage.outputs.hint':
    'Der Dienst behält sie so lange wie ihren Auftrag. Löschst du den Auftrag, werden auch sie gelöscht.',
  'storage.database': 'Datenbank',
  'storage.database.hint': 'Aufträge, ihre Einstellungen und was sie gekostet haben.',
  'storage.backups': 'Sicherungen der Datenbank',
  'storage.backups.hint': 'Die letzten drei Tage. Was du löschst, verschwindet auch hier.',
  'storage.models': 'Modellpakete',
  'storage.models.hint': 'Was du selbst dort abgelegt hast.',
  'storage.compiled': 'Übersetzte Modelle und Programme',
  'storage.compiled.hint':
    'Für diesen Prozessor gemacht. Ohne sie dauert der nächste Start länger.',
  'storage.logs': 'Logs',
  'storage.logs.hint': 'Was passiert ist, ohne Bilder und Schlüssel. Höchstens 4 MB.',
  'storage.listened': 'Angehörte Stimmen',
  'storage.listened.hint': 'Wird bei jedem Start geleert.',
  'storage.lists': 'Einstellungen und Listen',
  'storage.lists.hint': 'Einstellungen, Dienste, die Liste der Aufträge und Einverständnisse.',
  'storage.window': 'Das Fenster selbst',
  'storage.window.hint': 'Was der Browser in Guise für sich selbst behält.',
  'storage.set_aside': 'Beschädigte Dateien',
  'storage.set_aside.hint':
    'Listen und Datenbanken, die nicht lesbar waren und beiseitegelegt wurden. Darin können noch Gesichter und Stimmen stehen.',

  'storage.ask.results.title': 'Alle Ergebnisse löschen?',
  'storage.ask.results.text':
    'Die Ergebnisse aller fertigen Aufträge verschwinden, und die Aufträge mit ihnen, hier und bei ihren Diensten. Kopien, die du woanders gespeichert hast, bleiben. Das lässt sich nicht rückgängig machen.',
  'storage.ask.characters.title': 'Alle Figuren löschen?',
  'storage.ask.characters.text':
    'Jedes Bild, das du hinzugefügt hast, verschwindet. Die Figuren von Guise bleiben, deine eigenen Dateien auch. Das lässt sich nicht rückgängig machen.',
  'storage.ask.set_aside.title': 'Die beschädigten Dateien löschen?',
  'storage.ask.set_aside.text':
    'Danach kann sie niemand mehr reparieren, und was nur in ihnen stand, ist weg. Das lässt sich nicht rückgängig machen.',

  'waiting.title': 'Wartet aufs Löschen',
  'waiting.services':
    'Noch zu löschen. Guise versucht es von selbst wieder, auch nach einem Neustart.',
  'waiting.service': '{name}: {count, plural, one {eine Löschung} other {# Löschungen}}',
  'waiting.refused':
    '{name}: {count, plural, one {eine Löschung} other {# Löschungen}}. Dieser Dienst löscht keine Aufträge. Wende dich an den Betreiber.',
  'waiting.files':
    '{count, plural, one {Eine Datei ließ sich nicht löschen. Vielleicht hat ein anderes Programm sie offen.} other {# Dateien ließen sich nicht löschen. Vielleicht hat ein anderes Programm sie offen.}}',
  'waiting.retry': 'Jetzt versuchen',

  'person.menu': 'Mehr zu {name}',
  'person.delete_all': 'Alles von dieser Person löschen…',
  'person.title':
    '{count, plural, one {Alles von dieser Person löschen?} other {Alles von diesen Personen löschen?}}',
  'person.part.face': 'Ein Gesicht',
  'person.part.voice': 'Eine Stimme',
  'person.agreed.face': 'Ein Gesicht, Einverständnis bestätigt am {at}',
  'person.agreed.voice': 'Eine Stimme, Einverständnis bestätigt am {at}',
  'person.on_air': 'Diese Person ist gerade live zu sehen. Deine Sitzung endet.',
  'person.goes': 'Das wird endgültig gelöscht:',
  'person.goes.results':
    '{count, plural, one {Ein Ergebnis auf diesem Computer} other {# Ergebnisse auf diesem Computer}}',
  'person.goes.jobs':
    '{count, plural, one {Ein Auftrag mit seinen Dateien bei „{place}“} other {# Aufträge mit ihren Dateien bei „{place}“}}',
  'person.goes.jobs_here':
    '{count, plural, one {Ein Auftrag mit seinen Dateien beim Dienst auf diesem Computer} other {# Aufträge mit ihren Dateien beim Dienst auf diesem Computer}}',
  'person.goes.running':
    '{count, plural, one {Einer davon läuft noch und wird abgebrochen} other {# davon laufen noch und werden abgebrochen}}',
  'person.goes.characters': '{count, plural, one {Eine Figur} other {# Figuren}}',
  'person.goes.recordings':
    '{count, plural, one {Eine aufgenommene Stimme} other {# aufgenommene Stimmen}}',
  'person.goes.captures':
    '{count, plural, one {Eine Aufnahme oder ein Schnappschuss von „Live“} other {# Aufnahmen und Schnappschüsse von „Live“}}',
  'person.goes.uploads': 'Gesendete Kopien, Vorschaubilder und Zwischenbilder',
  'person.goes.consent':
    '{count, plural, one {Das Einverständnis} other {Die Einverständnisse}}: Guise fragt dann wieder',
  'person.goes.set_aside':
    '{count, plural, one {Eine beschädigte, beiseitegelegte Datei: Sie lässt sich nicht durchsuchen} other {# beschädigte, beiseitegelegte Dateien: Sie lassen sich nicht durchsuchen}}',
  'person.lost.title':
    '{count, plural, one {Ein Auftrag liegt bei einem Dienst, der nicht mehr eingerichtet ist} other {# Aufträge liegen bei Diensten, die nicht mehr eingerichtet sind}}',
  'person.lost.text': 'Dort kann Guise nicht löschen. Wende dich an den Betreiber des Dienstes.',
  'person.stays':
    'Deine eigenen Dateien bleiben: die ausgewählte und Kopien, die du woanders gespeichert hast. Andere Fotos oder Aufnahmen derselben Person werden nicht gefunden. Lösche sie genauso.',
  'person.delete': 'Alles löschen',
  'person.deleting': 'Wird gelöscht',
  'person.done.title': 'Gelöscht',
  'person.done.all': 'Davon ist nichts mehr da, weder hier noch bei deinen Diensten.',
  'person.done.here':
    'Auf diesem Computer wurde gelöscht, was sich löschen ließ. Das ist noch übrig:',
} as const satisfies Record<keyof typeof enStorage, string>;
