import type { enEngine } from '../en/engine.ts';

/** Texts in Spanish about how a result was made: the sentences of a report by their codes. */
export const esEngine: Readonly<Record<keyof typeof enEngine, string>> = {
  'engine.reason.no_model_folder': 'No hay ninguna carpeta de modelos configurada.',
  'engine.reason.no_swapper': 'En la carpeta de modelos no hay ninguno que cambie caras.',
  'engine.reason.built_in_chosen':
    'Está elegido el motor integrado; en su lugar se podría usar {models}.',
  'engine.reason.model_unusable': '{model} no se puede usar: {why}',
  'engine.reason.needs_swapper':
    'Los demás modelos elegidos solo funcionan junto con uno que cambie caras.',
  'engine.reason.model_failed': '{model} estaba elegido y no se pudo usar. {why}',
  'engine.reason.model_runs_on': '{model} se ejecuta en {provider}: {why}',
  'engine.reason.too_far_aside': 'La cara está demasiado girada para los modelos elegidos.',
  'engine.reason.model_told': 'Instrucción para {model}: «{words}».',
  'engine.reason.told_in_part':
    'Se omitió el final de la instrucción: el modelo solo lee 75 tokens.',
  'engine.reason.face_only_poses_differ':
    'Solo se ha cambiado la cara: las cabezas miran en direcciones demasiado distintas para cambiar la cabeza entera.',
  'engine.reason.face_only_source_head_cut_off':
    'Solo se ha cambiado la cara: la cabeza de la foto de la cara queda cortada por el borde.',
  'engine.reason.face_only_neck_breaks':
    'Solo se ha cambiado la cara: una cabeza entera no habría encajado con el cuello.',
  'engine.reason.face_only_clothes_break':
    'Solo se ha cambiado la cara: una cabeza entera habría estropeado la ropa.',
  'engine.reason.face_only_edge_breaks':
    'Solo se ha cambiado la cara: en una cabeza entera se habrían visto los bordes.',
  'engine.reason.face_only_light_differs':
    'Solo se ha cambiado la cara: la luz en una cabeza entera habría sido demasiado dura.',
  'engine.reason.bent_by_joints':
    'La propia imagen se dobla según las articulaciones del clip, así que la cara y la ropa siguen siendo las mismas.',
  'engine.reason.taken_out':
    'En el lugar de la persona se pone lo que otras imágenes del vídeo muestran detrás; la propia imagen se dobla según sus articulaciones.',
  'engine.reason.head_only_body_missing':
    'La imagen no muestra bastante cuerpo para este vídeo, así que solo se cambió la cabeza.',
  'engine.reason.head_only_legs_missing':
    'En el vídeo se ven las piernas y en la imagen no, así que solo se cambió la cabeza.',
  'engine.reason.head_only_people_touch':
    'En el vídeo hay alguien delante de la persona, así que solo se cambió la cabeza.',
  'engine.reason.head_only_other_side':
    'El vídeo muestra a la persona casi siempre desde otro lado que la imagen, así que solo se cambió la cabeza.',
  'engine.reason.head_only_torn':
    'El cuerpo de la imagen no se mantuvo unido en las posturas del vídeo, así que solo se cambió la cabeza.',
  'engine.reason.mouths_painted':
    'Las bocas las pintó el modelo elegido{frames, plural, =0 {} one {; en una imagen dejó abiertos labios que deben juntarse y Guise los cerró} other {; en # imágenes dejó abiertos labios que deben juntarse y Guise los cerró}}.',
  'engine.reason.mouths_drawn': 'La boca apenas se abre en el clip, así que se dibujó su interior.',
  'engine.reason.mouths_mixed':
    '{mouths, plural, one {Se vuelve a mostrar una boca del clip} other {Se vuelven a mostrar # bocas del clip}}; donde la luz no encaja con ninguna, se dibujó el interior.',
  'engine.reason.mouths_of_clip':
    '{mouths, plural, one {Se vuelve a mostrar una boca del clip} other {Se vuelven a mostrar # bocas del clip}} con otras palabras.',
  'engine.reason.speaker_only_person':
    'De {people, number} personas, se movieron los labios de la única que se ve bien.',
  'engine.reason.speaker_speaks_most':
    'De {people, number} personas, se movieron los labios de la que más mueve la boca.',
  'engine.reason.speaker_most_prominent':
    'De {people, number} personas, se movieron los labios de la que sale más grande y más tiempo.',
  'engine.reason.words_given': 'Las bocas siguen las palabras que se dieron con la grabación.',
  'engine.reason.portrait_by_model':
    'La cara la movió el modelo elegido{frames, plural, =0 {} one {; en una imagen dejó abiertos labios que deben juntarse y Guise los dibujó} other {; en # imágenes dejó abiertos labios que deben juntarse y Guise los dibujó}}.',
  'engine.reason.portrait_own_teeth':
    'El retrato se mueve por geometría y conserva los dientes que muestra.',
  'engine.reason.portrait_drawn_teeth':
    'El retrato se mueve por geometría; no muestra dientes, así que están dibujados.',
  'engine.reason.voice_matched':
    'La voz se ajusta a la muestra en altura, ritmo y timbre. Es un parecido: para hablar exactamente como una persona hace falta un modelo propio.',
  'engine.reason.voice_of_guise': 'El habla sale de las voces que forman parte de Guise.',
  'engine.reason.voice_of_model': 'El habla sale de {model}, de la carpeta de modelos.',
  'engine.reason.other_voice':
    'El guion está en un idioma que la voz elegida no habla, así que lo dijo otra voz.',
};
