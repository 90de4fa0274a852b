import type { enModels } from '../en/models.ts';

/** Texts in German about the models of the user. */
export const deModels: Readonly<Record<keyof typeof enModels, string>> = {
  'settings.models': 'Modellpakete',
  'models.intro':
    'Aufträge auf diesem Computer können neuronale Modelle im ONNX-Format nutzen, die du in den Ordner legst. Guise lädt keine herunter.',
  'models.folder': 'Ordner der Modelle',
  'models.rescan': 'Neu einlesen',
  'models.looking': 'Der Ordner wird eingelesen',
  'models.empty.title': 'Im Ordner liegen keine Modelle',
  'models.empty.text':
    'Aufträge nutzen die Engine, die zu Guise gehört. Lege ONNX-Dateien in den Ordner und lies ihn neu ein.',
  'models.unreadable.title': 'Der Ordner der Modelle ließ sich nicht auflisten',
  'models.choice': 'Was Aufträge nutzen',
  'models.choice_hint':
    'Gilt ab dem nächsten Auftrag. Ein laufender behält, was er hat. Stimmen von Modellen wählst du bei den Stimmen.',
  'models.swapper': 'Tauscht das Gesicht',
  'models.swapper_hint': 'Die eingebaute Engine braucht kein Modell und läuft auf jedem Computer.',
  'models.restorer': 'Stellt Details wieder her',
  'models.restorer_hint': 'Wirkt nur zusammen mit einem Modell, das das Gesicht tauscht.',
  'models.occluder': 'Lässt Hände und Haare vorn',
  'models.occluder_hint': 'Wirkt nur zusammen mit einem Modell, das das Gesicht tauscht.',
  'models.sound_to_mouth': 'Liest den Mund aus dem Ton',
  'models.sound_to_mouth_hint':
    'Sagt „Lippen synchronisieren“ und „Sprechendes Porträt“, wie weit der Mund aufgeht. Bei p, b und m gehen die Lippen trotzdem zu.',
  'models.mouth_painter': 'Malt den Mund',
  'models.mouth_painter_hint':
    'Für „Lippen synchronisieren“, statt der Münder aus dem Clip. Bleiben Lippen offen, die zu sein müssen, schließt Guise sie.',
  'models.portrait_animator': 'Bewegt Porträts',
  'models.portrait_animator_hint':
    'Für „Sprechendes Porträt“: bewegt das Gesicht, Körper und Hintergrund bleiben bei Guise. Ohne Grafikkarte dauert ein Bild Sekunden.',
  'models.pose_estimator': 'Setzt Gelenke',
  'models.pose_estimator_hint':
    'Für „Bewegung übertragen“ und „Person tauschen“: sagt, wo Gelenke sind, in Bildern und Clips. Wo es unsicher ist, entscheidet Guise.',
  'models.human_parser': 'Trennt Körperteile',
  'models.human_parser_hint':
    'Für „Bewegung übertragen“ und „Person tauschen“: sagt, was im Bild Arm, Bein, Haar oder Rock ist, damit Schnitte richtig laufen.',
  'models.diffusion': 'Ändert Bilder nach Worten',
  'models.diffusion_hint':
    'Bekommt, was kein Schritt von Guise kann, etwa neue Dinge, Orte und Kleidung. Alles andere macht weiter Guise. Ohne Grafikkarte dauert ein Bild Minuten.',
  'models.matting': 'Findet Personen',
  'models.matting_hint':
    'Für Hintergründe, Licht und Wetter in Bildern und Videos, die du mit Worten änderst. In Videos kommt jedes Einzelbild dran.',
  'models.built_in': 'Eingebaute Engine',
  'models.none': 'Keines',
  'models.gone': '{id}, nicht nutzbar',
  'models.gone_note.title': 'Ein gewähltes Modell ist nicht nutzbar',
  'models.gone_note.text':
    'Aufträge nutzen stattdessen die eingebaute Engine, und ihr Bericht sagt es. Wähle ein anderes Modell oder lege die Datei zurück.',
  'models.speed': 'Tempo auf diesem Computer',
  'models.speed_hint':
    'Öffnet die gewählten Modelle, lässt jedes laufen, tauscht ein Gesicht in ein paar Bildern mit 720p und erzeugt ein Bild.',
  'models.measure': 'Messen',
  'models.measured': '{ms, number} ms pro Bild',
  'models.measured_picture': '{time} pro Bild',
  'models.ran_on': '{label}: {provider}, {ms, number} ms pro Lauf',
  'models.files': 'Im Ordner',
  'models.usable': 'nutzbar',
  'models.not_usable': 'nicht nutzbar',
  'models.licence': 'Lizenz: {text} ({use})',
  'models.use.open': 'frei',
  'models.use.non_commercial': 'nicht kommerziell',
  'models.use.unknown': 'Lizenz unbekannt',
  'models.kind.swapper': 'tauscht das Gesicht',
  'models.kind.restorer': 'stellt Details wieder her',
  'models.kind.occluder': 'lässt Hände und Haare vorn',
  'models.kind.parser': 'lässt Hände und Haare vorn',
  'models.kind.embedder': 'kennt das Gesicht eines Fotos',
  'models.kind.converter': 'wandelt um, was ArcFace kennt',
  'models.kind.speaker': 'spricht',
  'models.kind.voice': 'verändert eine Stimme',
  'models.kind.encoder': 'hört, was gesagt wird',
  'models.kind.estimator': 'folgt der Tonhöhe',
  'models.kind.sound_to_mouth': 'liest den Mund aus dem Ton',
  'models.kind.mouth_painter': 'malt den Mund',
  'models.kind.portrait_animator': 'bewegt Porträts',
  'models.kind.animator_part': 'Teil von dem, was Porträts bewegt',
  'models.kind.pose_estimator': 'setzt Gelenke',
  'models.kind.human_parser': 'trennt Körperteile',
  'models.kind.diffusion': 'ändert Bilder nach Worten',
  'models.kind.diffusion_part': 'Teil eines Modells, das Bilder nach Worten ändert',
  'models.kind.matting': 'findet Personen',
  'models.kind.other': 'nicht erkannt',
};
