import type { enOnboarding } from '../en/onboarding.ts';

/** Texts in German of the first run. */
export const deOnboarding: Readonly<Record<keyof typeof enOnboarding, string>> = {
  'commands.onboarding': 'Erste Schritte noch einmal zeigen',
  'onboarding.on_air': 'Beende zuerst die Live-Sitzung',
  'onboarding.about': 'Erste Schritte',
  'onboarding.about_hint': 'Kamera, Tempo dieses Computers, Privatsphäre und ein Beispiel.',
  'onboarding.about_show': 'Zeigen',
  'onboarding.steps': 'Erste Schritte',
  'onboarding.skip': 'Überspringen',
  'onboarding.back': 'Zurück',
  'onboarding.next': 'Weiter',
  'onboarding.go': 'Zu „Live“',
  'onboarding.devices.title': 'Kamera und Mikrofon',
  'onboarding.devices.intro': 'Sieh und hör, was bei Guise von dir ankommt.',
  'onboarding.devices.off': 'Deine Kamera ist aus',
  'onboarding.devices.why':
    'Hier siehst nur du sie. Nichts wird gesendet, bevor du auf „Live gehen“ drückst.',
  'onboarding.devices.start': 'Kamera und Mikrofon starten',
  'onboarding.devices.soon': 'Deine Figur kommt gleich.',
  'onboarding.devices.card': 'Deine Abdeckkarte: Sie springt ein, wenn ein Bild zu spät kommt.',
  'onboarding.devices.you': 'Du als {name}, eine gezeichnete Figur',
  'onboarding.speed.title': 'Was dieser Computer schafft',
  'onboarding.speed.intro':
    'Guise tauscht bis zu 20 Sekunden lang ein Gesicht in einem gezeichneten Clip und wählt die Größe.',
  'onboarding.speed.waits': 'Der Dienst auf diesem Computer startet.',
  'onboarding.speed.elsewhere':
    'Dein Dienst rechnet die Bilder, hier gibt es also nichts zu messen. Wechsle in den Einstellungen zu „Dieser Computer“, um deinen zu testen.',
  'onboarding.speed.trying': 'Versuch mit {p}p und {fps} fps',
  'onboarding.speed.progress': 'Messung',
  'onboarding.speed.clip':
    'Der Clip ist eine Zeichnung, die bei Guise dabei ist. Deine Kamera wird nicht benutzt.',
  'onboarding.speed.picture':
    'Der Clip mit getauschtem Gesicht, wie dieser Computer es gerade schafft',
  'onboarding.speed.metric': '{p}p · {fps} fps',
  'onboarding.speed.result':
    'Dieser Computer tauscht {measured} Bilder pro Sekunde bei {p}p. Du startest mit {p}p und {fps} fps.',
  'onboarding.speed.slow':
    'Gerade schafft dieser Computer {measured} Bilder pro Sekunde bei {p}p. Du startest mit {p}p und {fps} fps; beende, was ihn sonst auslastet, und miss noch einmal.',
  'onboarding.speed.unknown':
    'In 20 Sekunden ließ sich nichts messen. Du startest sicherheitshalber mit {p}p und {fps} fps.',
  'onboarding.speed.kept':
    'Dieser Computer tauscht {measured} Bilder pro Sekunde bei {p}p. Deine eigene Wahl bleibt: {own}p mit {own_fps} fps.',
  'onboarding.speed.unknown_kept':
    'In 20 Sekunden ließ sich nichts messen. Deine eigene Wahl bleibt: {own}p mit {own_fps} fps.',
  'onboarding.speed.lowered':
    'Zuletzt kam dieser Computer nicht hinterher, darum nahm Guise ein kleineres Bild: Du startest mit {own}p und {own_fps} fps.',
  'onboarding.speed.later':
    'Ändern kannst du das jederzeit unter „Einrichten“. Wird es dem Computer zu viel, nimmt Guise von selbst ein kleineres Bild.',
  'onboarding.speed.again': 'Noch einmal messen',
  'onboarding.privacy.title': 'Was diesen Computer verlässt',
  'onboarding.privacy.intro': 'Und wer zustimmen muss.',
  'onboarding.privacy.here.title': 'Nichts, mit dem Dienst auf diesem Computer',
  'onboarding.privacy.here.text':
    'Kamera, Mikrofon, Bilder, Clips und Ergebnisse bleiben hier. Kein Konto, keine Statistik, keine Cloud.',
  'onboarding.privacy.remote.title': '{name} bekommt, woran der Dienst arbeitet',
  'onboarding.privacy.remote.text':
    '{host} bekommt Kamera und Stimme, solange du live bist, und die Dateien der Aufträge, die du startest. Alles andere bleibt hier.',
  'onboarding.privacy.services.title': 'Ein anderer Dienst nur, wenn du einen hinzufügst',
  'onboarding.privacy.services.text':
    'Dann geht dorthin, was du sendest, und die Statusleiste nennt ihn auf jeder Seite.',
  'onboarding.privacy.consent.title': 'Fremde Gesichter und Stimmen nur mit Einverständnis',
  'onboarding.privacy.consent.text':
    'Guise fragt einmal pro Gesicht und pro Stimme. Zurücknehmen kannst du es unter Einstellungen → Sicherheit, samt allem, was daraus entstanden ist.',
  'onboarding.privacy.badge':
    'Ein kleines „AI“-Zeichen in deinem Live-Bild. Viele Plattformen verlangen eins.',
  'onboarding.sample.title': 'Dein erstes Ergebnis',
  'onboarding.sample.intro':
    'Schieb die Linie hin und her und drück auf „Abspielen“. Beide Personen sind gezeichnet.',
  'onboarding.sample.begins': 'Das Beispiel beginnt, sobald der Dienst auf diesem Computer läuft.',
  'onboarding.sample.elsewhere':
    'Das Beispiel entsteht nur auf diesem Computer, damit es nichts kostet. Wechsle in den Einstellungen zu „Dieser Computer“, um es zu sehen.',
  'onboarding.sample.making':
    'Dieser Computer tauscht gerade das Gesicht in einem Clip von drei Sekunden.',
  'onboarding.sample.done':
    '{sec, plural, one {In # Sekunde auf diesem Computer entstanden.} other {In # Sekunden auf diesem Computer entstanden.}} Es ist der erste Eintrag in deinem Verlauf.',
  'onboarding.sample.failed': 'Das Beispiel ist nicht gelungen: {why}.',
  'onboarding.sample.canceled': 'Das Beispiel wurde abgebrochen.',
};
