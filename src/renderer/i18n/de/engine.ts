import type { enEngine } from '../en/engine.ts';

/** Texts in German about how a result was made: the sentences of a report by their codes. */
export const deEngine: Readonly<Record<keyof typeof enEngine, string>> = {
  'engine.reason.no_model_folder': 'Es ist kein Ordner mit Modellen eingerichtet.',
  'engine.reason.no_swapper': 'Im Ordner mit Modellen ist keines, das Gesichter tauscht.',
  'engine.reason.built_in_chosen': 'Die eingebaute Engine ist gewählt; stattdessen ginge {models}.',
  'engine.reason.model_unusable': '{model} lässt sich nicht verwenden: {why}',
  'engine.reason.needs_swapper':
    'Die anderen gewählten Modelle arbeiten nur zusammen mit einem, das Gesichter tauscht.',
  'engine.reason.model_failed': '{model} war gewählt und ließ sich nicht verwenden. {why}',
  'engine.reason.model_runs_on': '{model} läuft auf {provider}: {why}',
  'engine.reason.too_far_aside':
    'Das Gesicht ist für die gewählten Modelle zu weit zur Seite gedreht.',
  'engine.reason.model_told': '{model} bekam die Anweisung: „{words}“.',
  'engine.reason.told_in_part': 'Das Ende der Anweisung fiel weg: Das Modell liest nur 75 Tokens.',
  'engine.reason.face_only_poses_differ':
    'Nur das Gesicht wurde getauscht: Die Köpfe schauen für einen ganzen Kopf in zu verschiedene Richtungen.',
  'engine.reason.face_only_source_head_cut_off':
    'Nur das Gesicht wurde getauscht: Der Kopf auf dem Foto des Gesichts ist am Bildrand abgeschnitten.',
  'engine.reason.face_only_neck_breaks':
    'Nur das Gesicht wurde getauscht: Ein ganzer Kopf hätte nicht an den Hals gepasst.',
  'engine.reason.face_only_clothes_break':
    'Nur das Gesicht wurde getauscht: Ein ganzer Kopf hätte die Kleidung beschädigt.',
  'engine.reason.face_only_edge_breaks':
    'Nur das Gesicht wurde getauscht: Bei einem ganzen Kopf hätte man die Kanten gesehen.',
  'engine.reason.face_only_light_differs':
    'Nur das Gesicht wurde getauscht: Das Licht auf einem ganzen Kopf wäre zu hart gewesen.',
  'engine.reason.bent_by_joints':
    'Das Bild selbst wird nach den Gelenken im Clip gebogen, Gesicht und Kleidung bleiben also, wie sie sind.',
  'engine.reason.taken_out':
    'An die Stelle der Person tritt, was andere Bilder des Videos hinter ihr zeigen; das Bild selbst wird nach ihren Gelenken gebogen.',
  'engine.reason.head_only_body_missing':
    'Das Bild zeigt für dieses Video zu wenig vom Körper, also wurde nur der Kopf getauscht.',
  'engine.reason.head_only_legs_missing':
    'Das Video zeigt Beine und das Bild nicht, also wurde nur der Kopf getauscht.',
  'engine.reason.head_only_people_touch':
    'Jemand anderes ist im Video vor der Person, also wurde nur der Kopf getauscht.',
  'engine.reason.head_only_other_side':
    'Das Video zeigt die Person meist von einer anderen Seite als das Bild, also wurde nur der Kopf getauscht.',
  'engine.reason.head_only_torn':
    'Der Körper auf dem Bild hielt in den Haltungen des Videos nicht zusammen, also wurde nur der Kopf getauscht.',
  'engine.reason.mouths_painted':
    'Die Münder hat das gewählte Modell gemalt{frames, plural, =0 {} one {; in einem Bild blieben Lippen offen, die sich schließen müssen, und Guise hat sie geschlossen} other {; in # Bildern blieben Lippen offen, die sich schließen müssen, und Guise hat sie geschlossen}}.',
  'engine.reason.mouths_drawn':
    'Der Mund öffnet sich im Clip kaum, deshalb wurde sein Inneres gezeichnet.',
  'engine.reason.mouths_mixed':
    '{mouths, plural, one {Ein Mund aus dem Clip wird} other {# Münder aus dem Clip werden}} noch einmal gezeigt; wo das Licht zu keinem passt, wurde das Innere gezeichnet.',
  'engine.reason.mouths_of_clip':
    '{mouths, plural, one {Ein Mund aus dem Clip wird} other {# Münder aus dem Clip werden}} noch einmal gezeigt, zu anderen Worten.',
  'engine.reason.speaker_only_person':
    'Von {people, number} Personen wurden die Lippen der einzigen bewegt, die gut zu sehen ist.',
  'engine.reason.speaker_speaks_most':
    'Von {people, number} Personen wurden die Lippen derjenigen bewegt, deren Mund sich am meisten bewegt.',
  'engine.reason.speaker_most_prominent':
    'Von {people, number} Personen wurden die Lippen derjenigen bewegt, die am größten und längsten im Bild ist.',
  'engine.reason.words_given': 'Die Münder folgen den Worten, die zur Aufnahme angegeben wurden.',
  'engine.reason.portrait_by_model':
    'Das Gesicht hat das gewählte Modell bewegt{frames, plural, =0 {} one {; in einem Bild blieben Lippen offen, die sich schließen müssen, und Guise hat sie gezeichnet} other {; in # Bildern blieben Lippen offen, die sich schließen müssen, und Guise hat sie gezeichnet}}.',
  'engine.reason.portrait_own_teeth':
    'Das Porträt wird geometrisch verformt und behält die Zähne, die es zeigt.',
  'engine.reason.portrait_drawn_teeth':
    'Das Porträt wird geometrisch verformt; es zeigt keine Zähne, deshalb sind sie gezeichnet.',
  'engine.reason.voice_matched':
    'Die Stimme ist der Probe in Tonhöhe, Tempo und Klang angeglichen. Sie ist ihr ähnlich: Um genau wie jemand zu sprechen, braucht es ein eigenes Modell.',
  'engine.reason.voice_of_guise': 'Gesprochen haben die Stimmen, die zu Guise gehören.',
  'engine.reason.voice_of_model': 'Gesprochen hat {model} aus dem Ordner mit Modellen.',
  'engine.reason.other_voice':
    'Das Skript ist in einer Sprache, die die gewählte Stimme nicht spricht, deshalb sprach eine andere.',
};
