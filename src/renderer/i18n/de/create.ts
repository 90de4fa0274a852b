/** German texts of the Create form: files, the resulting jobs, their faults. */
export const deCreate = {
  'create.choose': 'Dateien wählen',
  'create.more_files': 'Hinzufügen',
  'create.results': 'Ergebnisse deiner Aufträge',
  'create.remove_all': 'Alle entfernen',
  'create.drop_here': 'Loslassen zum Hinzufügen',
  'create.count.image': '{count, plural, one {# Bild} other {# Bilder}}',
  'create.count.video': '{count, plural, one {# Video} other {# Videos}}',
  'create.count.audio': '{count, plural, one {# Aufnahme} other {# Aufnahmen}}',
  'create.agree_all': 'Ich bestätige das für alle {count}',
  'create.matrix': 'Aufträge aus diesen Dateien',
  'create.matrix_count': '{count, plural, one {# Auftrag} other {# Aufträge}}, alle Kombinationen',
  'create.jobs': '{count, plural, one {# Auftrag} other {# Aufträge}}',
  'create.leave_out': '{name} weglassen',
  'create.restore': '{count} zurückholen',
  'create.sent':
    '{count, plural, one {# Auftrag ist} other {# Aufträge sind}} in der Warteschlange',
  'create.missing.too_many':
    'Höchstens {max} Aufträge sind auf einmal möglich. Nimm ein paar Dateien heraus.',
  'create.missing.none':
    'Alle Aufträge sind weggelassen. Hol einen zurück oder füge Dateien hinzu.',

  'create.names_more': '{names} und {count} weitere',
  'create.fault': '{title}.',
  'create.refused.too_large': '{name} hat {size}; höchstens {max} MB sind erlaubt.',
  'create.refused.too_many': 'Hier passen nur {max} hin. Nicht übernommen: {names}.',
  'create.refused.no_place': '{name} passt nicht in dieses Formular.',
  'create.refused.other': '{name}: {reason}',
  'create.refused.dismiss': 'Hinweis ausblenden',
  'create.formats.image': 'Möglich sind Bilder als JPEG, PNG, WebP oder HEIC.',
  'create.formats.video': 'Möglich sind Videos als MP4, MOV, WebM oder MKV.',
  'create.formats.audio': 'Möglich sind Aufnahmen als WAV, MP3, M4A, OGG, Opus oder FLAC.',

  'create.seen.face': '1 Gesicht, {height} px hoch',
  'create.seen.several': '{count} Gesichter: das markierte wird verwendet',
  'create.seen.small': 'Das Gesicht ist nur {height} px hoch. Ab etwa 150 px wird es scharf.',
  'create.seen.blurred':
    'Das Gesicht ist unscharf. Mit einem schärferen Foto wird auch das Ergebnis schärfer.',
  'create.seen.turned_away':
    'Das Gesicht ist um {degrees}° weggedreht; zum Sprechen sind höchstens {max}° möglich. Nimm ein Bild eher von vorn.',
  'create.seen.turned':
    'Das Gesicht ist um {degrees}° weggedreht. Es spricht, sieht aber von vorn am besten aus.',
  'create.seen.open_mouth':
    'Der Mund steht weit offen. Geschlossen oder lächelnd spricht er überzeugender.',
  'create.seen.dark': 'Das Gesicht ist dunkel. Mit einem helleren Bild spricht es überzeugender.',
  'create.seen.uneven_light':
    'Eine Gesichtshälfte ist viel dunkler. Gleichmäßiges Licht macht den Mund überzeugender.',
  'create.seen.glasses':
    'Das Foto zeigt eine Brille. Sie wird abgenommen, was Spuren hinterlassen kann: Ohne Brille sieht es echt aus.',
  'create.seen.speakers': '{count} Gesichter: Wer spricht, bekommt die neuen Worte',
  'create.seen.people':
    '{count, plural, one {1 Gesicht} other {# Gesichter: getauscht wird die Hauptperson}}',
  'create.seen.small_people':
    'Die Gesichter sind nur {height} px hoch und werden leicht übersehen.',
  'create.seen.nobody':
    'Kein Gesicht in {frames, plural, one {dem angesehenen Bild} other {den # angesehenen Bildern}}. Der Tausch braucht eins.',
  'create.seen.body.good': 'Die Person ist von Kopf bis Fuß zu sehen: Arme und Beine bewegen sich',
  'create.seen.body.nobody': 'Darin wurde niemand gefunden.',
  'create.seen.body.several':
    '{count} Personen: Die größte bewegt sich. Am besten klappt ein Bild mit nur einer.',
  'create.seen.body.turned':
    '{side, select, back {Die Person ist von hinten zu sehen} other {Die Person ist von der Seite zu sehen}}, eine Vorderseite lässt sich daraus nicht machen. Von vorn bewegt sie sich am besten.',
  'create.seen.body.bust':
    'Zu sehen sind nur Kopf und Schultern, mehr davon kann sich nicht bewegen. Ein Tanz braucht ein Bild von Kopf bis Fuß.',
  'create.seen.body.torn':
    'Bewegt reißt dieses Bild, wie das Beispiel zeigt: Arme oder Beine kreuzen sich oder liegen aufeinander. Nimm eins mit freien Armen und Beinen nebeneinander.',
  'create.seen.body.hidden':
    '{count, plural, one {Eine Hand ist} other {Beide Hände sind}} nicht zu sehen; was davor ist, bewegt sich mit. Nimm ein Bild, das die Hände zeigt.',
  'create.seen.body.touching':
    '{count, plural, one {Ein Arm liegt} other {Beide Arme liegen}} am Körper an; was dahinter ist, wird dazuerfunden. Mit freien Armen sieht es besser aus.',
  'create.seen.body.skirt':
    'Rock oder Mantel hängt über den Beinen und zieht sich bei großen Schritten. Hosen bewegen sich besser.',
  'create.seen.body.cut':
    '{count, plural, one {Ein Arm oder Bein ist nicht ganz zu sehen und bewegt} other {# Arme und Beine sind nicht ganz zu sehen und bewegen}} sich nicht mit.',
  'create.seen.body.example': 'Dieselbe Person mit erhobenem Arm: so etwa wird es aussehen',
  'create.seen.body.other_side':
    'Die Person ist {shown, select, front {von vorn} back {von hinten} other {von der Seite}} zu sehen. Hier muss sie {side, select, back {von hinten} other {von der Seite}} zu sehen sein.',
  'create.seen.body.first':
    'Die Person ist {side, select, back {von hinten} other {von der Seite}} zu sehen. Mit weiteren Bildern muss sie hier von vorn zu sehen sein.',
  'create.seen.body.further':
    '{side, select, back {Von hinten zu sehen: kommt, wo sich der Clip wegdreht} other {Von der Seite zu sehen: kommt, wo sich der Clip zur Seite dreht}}',
  'create.seen.body.placed': 'Gelenke von Hand gesetzt: Arme und Beine bewegen sich mit ihnen',
  'create.joints.set': 'Gelenke von Hand setzen',
  'create.joints.adjust': 'Gelenke anpassen',
  'create.joints.title': 'Wo die Gelenke sind',
  'create.joints.text':
    'Jeden Punkt auf sein Gelenk ziehen oder mit den Pfeiltasten schieben. Violett ist links, Bernstein rechts, von der Figur aus gesehen. Was das Bild nicht zeigt, an den Rand legen: Es bleibt ruhig.',
  'create.joints.save': 'Diese Gelenke verwenden',
  'create.joints.find': 'Neu suchen',
  'create.joints.point': '{joint}: {x} % von links, {y} % von oben',
  'create.joints.face': 'Mitte des Gesichts',
  'create.joints.leftShoulder': 'Linke Schulter',
  'create.joints.rightShoulder': 'Rechte Schulter',
  'create.joints.leftElbow': 'Linker Ellbogen',
  'create.joints.rightElbow': 'Rechter Ellbogen',
  'create.joints.leftWrist': 'Linkes Handgelenk',
  'create.joints.rightWrist': 'Rechtes Handgelenk',
  'create.joints.leftHip': 'Linke Hüfte',
  'create.joints.rightHip': 'Rechte Hüfte',
  'create.joints.leftKnee': 'Linkes Knie',
  'create.joints.rightKnee': 'Rechtes Knie',
  'create.joints.leftAnkle': 'Linker Knöchel',
  'create.joints.rightAnkle': 'Rechter Knöchel',
  'create.seen.driver.good': 'Eine Person, Arme und Beine sind zu sehen',
  'create.seen.driver.nobody':
    'Niemand zu sehen in {frames, plural, one {dem angesehenen Bild} other {den # angesehenen Bildern}}. Irgendwer muss sich bewegen.',
  'create.seen.driver.several':
    '{count} Personen: Übernommen wird die Bewegung der größten. Am besten klappt ein Clip mit nur einer.',
  'create.seen.driver.away':
    'In {count} von {frames} angesehenen Bildern ist niemand zu sehen. Dort gibt es keine Bewegung zu übertragen.',
  'create.seen.driver.turned':
    'In {count} von {frames} angesehenen Bildern ist die Person weggedreht. Ein Bild hat nur eine Seite; „Bewegung übertragen“ nimmt auf diesem Computer zwei weitere an, von der Seite und von hinten.',
  'create.seen.driver.cut':
    '{count, plural, one {Ein Arm oder Bein ist meist nicht im Bild und bewegt} other {# Arme und Beine sind meist nicht im Bild und bewegen}} sich nicht mit.',
  'create.seen.used': 'Gesicht {number} von {count}, das verwendet wird',
  'create.seen.other': 'Gesicht {number} von {count}',
  'create.seen.choose': '{count} Personen: Wähle, wer getauscht wird',
  'create.other.on': 'Für Person {number} von {count}',
  'create.other.nobody': 'Für dieses Gesicht ist niemand mehr übrig.',
  'create.seen.who': 'Wer getauscht wird',
  'create.seen.person': 'Person {number} von {count}',
  'create.seen.voice': '{length} Stimme',
  'create.seen.voice_short': 'Nur {length} lang. Mit 10 bis 30 s klingt es ähnlicher.',
  'create.no_face':
    'Darin ist kein Gesicht zu finden. Nimm eins mit einem Gesicht von vorn und gutem Licht.',

  'failure.waited.title': 'Es hat 24 Stunden auf dich gewartet',
  'failure.waited.advice':
    'Darum endete der Auftrag von selbst. Berechnet wurde nichts. Starte ihn neu, wenn du Zeit hast.',
  'failure.no_face.video.title': 'Kein Gesicht in {name} gefunden',
  'failure.no_face.video.advice':
    'Nimm einen Clip, in dem ein Gesicht zu sehen ist, nicht zu klein und nicht nur von der Seite.',
  'failure.no_face.image.title': 'Kein Gesicht in {name} gefunden',
  'failure.no_face.image.advice': 'Nimm ein Foto mit einem Gesicht von vorn und gutem Licht.',
  'failure.no_face_in':
    '{frames, plural, one {Das einzige Bild wurde} other {Alle # Bilder wurden}} angesehen.',
  'failure.faces_too_small':
    'Es sind Gesichter da, aber in allen {frames} Bildern zu klein oder zu weit weggedreht.',
  'failure.picture.title': '{name} lässt sich hier nicht verwenden',
  'failure.picture.side':
    'Es zeigt die Figur von einer anderen Seite als nötig: das erste Bild von vorn, weitere von der Seite und von hinten.',
  'failure.voice.title': '{name} taugt nicht als Probe',
  'failure.said': 'Der Dienst meldet: {message}',

  'trim.end': 'Wo das Video endet',
  'trim.length': 'Länge ab Anfang',
  'trim.whole': 'Alles, {length}',
  'trim.part': 'Die ersten {length} von {of}',
  'trim.play': 'Diesen Teil abspielen',

  'form_preset.label': 'Voreinstellung',
  'form_preset.none': 'Eigene Einstellungen',
  'form_preset.save': 'Einstellungen speichern',
  'form_preset.remove': 'Voreinstellung {name} entfernen',
  'form_preset.usual': 'Voreinstellung {number}',
  'form_preset.name': 'Name',
  'form_preset.name_rule': '1 bis {max} Zeichen.',
} as const;
