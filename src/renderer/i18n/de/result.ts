import type { enResult } from '../en/result.ts';

/** Texts in German about results: the verdict, the comparison, what can be done with them. */
export const deResult = {
  'verdict.title': 'Urteil',
  'verdict.good': 'Gut: {what}.',
  'verdict.visible': 'Auf den zweiten Blick sichtbar: {what}.',
  'verdict.unconvincing': 'Nicht überzeugend: {what}.',
  'verdict.unmeasured':
    'Fertig. Wie gut es aussieht, wird hier nicht gemessen: Sieh es dir bei 100 % an.',
  'verdict.unmeasured_sound': 'Fertig. Wie gut es klingt, wird hier nicht gemessen: Hör mal rein.',
  'verdict.alike': 'das Gesicht ist das vom Foto',
  'verdict.alike_voice': 'Tonhöhe und Klang liegen nah an der Probe',
  'verdict.steady': 'ruhig',
  'verdict.moves': 'es bewegt sich wie der Clip',
  'verdict.whole': 'Arme, Beine und Kleidung bleiben ganz',
  'verdict.lips_close': 'die Lippen schließen, wo die Wörter es brauchen',
  'verdict.lips_in_time': 'im Takt mit dem Ton',
  'verdict.sharpness.softer': 'etwas weicher als {kind, select, video {der Clip} other {das Bild}}',
  'verdict.sharpness.same': 'so scharf wie {kind, select, video {der Clip} other {das Bild}}',
  'verdict.sharpness.sharper':
    'etwas schärfer als {kind, select, video {der Clip} other {das Bild}}',
  'verdict.finding.other_face':
    'das Gesicht ist {grade, select, unconvincing {nicht} other {nur zum Teil}} das vom Foto',
  'verdict.finding.face_before': 'man erkennt noch die Person von vorher',
  'verdict.finding.untouched': '{percent} % der Frames blieben, wie sie waren',
  'verdict.finding.unsteady':
    'das Gesicht {grade, select, unconvincing {schwimmt} other {bewegt sich}} auf dem Kopf',
  'verdict.finding.soft': 'das Gesicht ist weicher als das Bild darum herum',
  'verdict.finding.sharp': 'das Gesicht ist zu hart, wie aufgemalt',
  'verdict.finding.edges': 'Hals, Haare und Ränder verraten einen ganzen Kopf meistens',
  'verdict.finding.turned': 'das Foto schaut woanders hin als die Person, auf der es sitzt',
  'verdict.finding.forehead': 'auf der Stirn liegt etwas: ein Saum, ein Fleck oder Haare',
  'verdict.finding.shaded': 'der Schatten auf der Stirn kam aus dem Foto mit',
  'verdict.finding.eyes_off': 'die Augen sitzen woanders als vorher',
  'verdict.finding.glasses': 'die Brille aus dem Foto ist auf die Haut gemalt',
  'verdict.finding.glasses_off': 'die Brille aus dem Foto wurde abgenommen und hinterlässt Spuren',
  'verdict.finding.other_voice': 'eine andere Stimme hat gesprochen',
  'verdict.finding.pitch':
    'die Stimme ist {higher, select, yes {höher} other {tiefer}} als die Probe',
  'verdict.finding.melody': 'es klingt eintöniger als die Probe',
  'verdict.finding.tone': 'die Stimme klingt anders als die Probe',
  'verdict.finding.lips_open': 'die Lippen bleiben bei manchem p, b und m offen',
  'verdict.finding.lips_late':
    'die Lippen {early, select, yes {eilen dem Ton voraus} other {hinken dem Ton hinterher}}',
  'verdict.finding.lips_loose': 'der Mund folgt den Wörtern nur ungefähr',
  'verdict.finding.mouth_covered': 'wo etwas vor dem Mund ist, sagt er die alten Wörter',
  'verdict.finding.mouth_drawn': 'Zähne und Zunge sind gezeichnet',
  'verdict.finding.motion_off':
    'der Körper ist {grade, select, unconvincing {nicht} other {nicht immer}} dort, wo er sein soll',
  'verdict.finding.motion_unmeasured':
    'die Gelenke sind von Hand gesetzt, also hat nichts gemessen, wie gut es sich bewegt',
  'verdict.finding.seams':
    '{grade, select, unconvincing {Arme, Beine oder Kleidung reißen} other {an Armen, Hals und Rändern sieht man, wo das Bild gebogen wurde}}',
  'verdict.finding.driver_turned':
    'in {percent} % der Bilder dreht sich die Person im Clip weg, deine nicht',
  'verdict.finding.driver_lost': 'in {percent} % der Frames war niemand zu verfolgen',
  'verdict.finding.head_only': 'neu ist nur der Kopf; Körper und Kleidung sind die des Clips',
  'verdict.finding.ground_guessed': '{percent} % des Hintergrunds sind erfunden',
  'verdict.finding.limbs_left':
    '{count, plural, =0 {Arme und Beine bewegen sich nicht} one {einer von vier Armen und Beinen bewegt sich} other {# von vier Armen und Beinen bewegen sich}}',
  'verdict.advice.other_face':
    'Ein Foto von vorn, mit freiem Gesicht und mindestens 300 Pixeln davon, kommt näher heran.',
  'verdict.advice.face_before':
    'Ein Foto von vorn, mit freiem Gesicht und mindestens 300 Pixeln davon, kommt näher heran.',
  'verdict.advice.untouched':
    'Dort wurde kein Gesicht gefunden: Es ist abgewandt, verdeckt, zu klein oder nicht im Bild.',
  'verdict.advice.unsteady':
    'Bärte, Brillen und Haare im Gesicht bewegen sich am schlechtesten mit. Ein Foto ohne sie, von vorn, sitzt fester.',
  'verdict.advice.soft':
    'Das Foto hat zu wenig Pixel vom Gesicht oder ist unscharf. Ein schärferes hilft.',
  'verdict.advice.sharp':
    'Das kommt von hartem Licht, Schminke, Korn oder Zeichnungen. Ein Foto in weichem, gleichmäßigem Licht fügt sich besser ein.',
  'verdict.advice.edges':
    'Dafür gibt es keinen Messwert: Sieh dort bei 100 % nach. Am besten passt ein Foto mit ganzem Kopf, Hals und Haar, in dieselbe Richtung gedreht.',
  'verdict.advice.turned':
    'Die Seite, die das Foto nicht zeigt, muss erfunden werden. Am besten passt eins, das in dieselbe Richtung schaut.',
  'verdict.advice.forehead':
    'Dort trifft das Gesicht auf den Kopf. Ein Foto ohne Pony, in ähnlichem Licht wie das Ziel, fügt sich besser ein.',
  'verdict.advice.shaded':
    'Das kommt von Kappen, Ponys und hartem Licht von oben. Nimm ein Foto mit freier, heller Stirn.',
  'verdict.advice.glasses':
    'Dunkle Brillen verdecken die Augen und kommen mit dem Gesicht mit, als wären sie Haut. Nimm ein Foto, das die Augen zeigt.',
  'verdict.advice.glasses_off':
    'Haut und Brauen hinter dem Gestell sind ergänzt. Am besten sieht ein Foto ohne Brille aus.',
  'verdict.advice.eyes_off':
    'Das kommt von Brillen, zugekniffenen Augen und schiefen Fotos. Eins, das gerade in die Kamera schaut, sitzt besser.',
  'verdict.advice.other_voice': 'Wähle eine, die hier geht, und lass es noch einmal sprechen.',
  'verdict.advice.pitch':
    'Zehn bis dreißig Sekunden einer ruhigen Stimme, ohne Musik und Lärm, kommen näher heran.',
  'verdict.advice.melody':
    'Zehn bis dreißig Sekunden lebhaft gesprochen, ohne Musik und Lärm, kommen näher heran.',
  'verdict.advice.tone':
    'Zehn bis dreißig Sekunden einer ruhigen Stimme, ohne Musik und Lärm, kommen näher heran.',
  'verdict.advice.lips_open':
    '{portrait, select, yes {Ein Bild mit geschlossenen Lippen oder sichtbaren Zähnen} other {Ein Clip mit größerem Gesicht, von vorn und gut beleuchtet,}} schließt besser.',
  'verdict.advice.lips_late':
    'Ein Clip mit gleichmäßiger Bildrate hält den Takt: Wandle ihn auf 25 oder 30 Frames pro Sekunde um.',
  'verdict.advice.lips_loose':
    'Ein Clip, in dem die Person spricht, größer und von vorn, bietet mehr Münder zur Auswahl.',
  'verdict.advice.mouth_covered':
    'Dort sind Hände, ein Mikrofon oder eine Tasse im Weg. Mit einem Clip, in dem der Mund frei ist, klappt es durchgehend.',
  'verdict.advice.mouth_drawn':
    'Im Clip geht der Mund kaum auf. Einer, in dem er weiter aufgeht, bringt eigene Zähne mit.',
  'verdict.advice.motion_off':
    'Am besten bewegt sich ein Bild einer stehenden Person, von Kopf bis Fuß, Arme frei vom Körper. Lange Röcke und Mäntel bewegen sich schlecht.',
  'verdict.advice.motion_unmeasured':
    'Einmal bis zum Ende ansehen. Wo etwas falsch knickt, Gelenke verschieben und noch einmal starten.',
  'verdict.advice.seams':
    'Was sich berührt oder kreuzt, reißt zuerst. Ein Bild mit abstehenden Armen und Beinen nebeneinander vor ruhigem Hintergrund bleibt ganz.',
  'verdict.advice.driver_turned':
    'Jedes Bild zeigt nur eine Seite. Am besten ist ein Clip durchgehend von vorn; „Bewegung übertragen“ nimmt auf diesem Computer auch Bilder von der Seite und von hinten an.',
  'verdict.advice.driver_lost':
    'Dort ist die Person abgewandt, verdeckt oder nicht im Bild. Am besten ist ein Clip, der sie durchgehend zeigt.',
  'verdict.advice.head_only':
    'Ein Bild einer stehenden Person, von Kopf bis Fuß und von vorn, kommt ganz hinein.',
  'verdict.advice.ground_guessed':
    'Was hinter jemandem ist, der sich kaum bewegt, hat niemand gesehen. Ein Clip, in dem die Person geht oder die Kamera schwenkt, zeigt es.',
  'verdict.advice.limbs_left':
    'Nur was Bild und Clip beide zeigen, kann sich bewegen. Nimm welche von Kopf bis Fuß.',
  'verdict.try.image_key': 'Anderes Bild versuchen',
  'verdict.try.character_key': 'Anderes Bild versuchen',
  'verdict.try.face_key': 'Anderes Foto nehmen',
  'verdict.try.video_key': 'Anderen Clip nehmen',
  'verdict.try.voice_sample_key': 'Andere Probe nehmen',
  'verdict.try.voice_id': 'Andere Stimme nehmen',
  'verdict.try.max_duration_sec': 'Nur die ersten {value} s nehmen',
  'verdict.numbers': 'Zahlen',

  'compare.hold': 'Gedrückt halten: Original (O)',
  'compare.zoom': 'Größe',
  'compare.zoom.fit': 'Passend',
  'compare.zoom.percent': '{percent} %',
  'compare.frame_back': 'Ein Frame zurück (,)',
  'compare.frame_on': 'Ein Frame vor (.)',
  'compare.mark_back': 'Voriger Teil ohne Tausch',
  'compare.mark_on': 'Nächster Teil ohne Tausch',

  'job.change': 'Abwandeln',
  'job.use_as': 'Verwenden in „{form}“ · {field}',
  'job.copy_settings': 'Einstellungen kopieren',
  'job.copied_settings': 'Die Einstellungen sind in der Zwischenablage',
  'job.copy_curl': 'Als curl kopieren',
  'job.copied_curl': 'Das curl-Skript ist in der Zwischenablage',
  'job.drag': 'Herausziehen',
  'job.drag_hint': 'In einen Ordner oder ein anderes Programm ziehen',
} as const satisfies Record<keyof typeof enResult, string>;
