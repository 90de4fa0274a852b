import type { enStorage } from '../en/storage.ts';

/** Spanish texts about stored content and its deletion. */
export const esStorage = {
  'storage.intro':
    'Lo que guarda Guise, dónde, y cómo deshacerte de ello. {size} en total, en esta carpeta:',
  'storage.measuring': 'Midiendo la carpeta',
  'storage.measure': 'Volver a medir',
  'storage.guide': 'Dónde está todo y cuánto tiempo se queda',
  'storage.guide_hint': 'Una página del manual, en inglés. También habla de servicios ajenos.',
  'storage.guide_open': 'Abrir la página',
  'storage.amount': '{count, plural, =0 {nada} one {# archivo, {size}} other {# archivos, {size}}}',
  'storage.unknown': 'no se sabe, el servicio no está en marcha',
  'storage.clear': 'Eliminar',
  'storage.clear_asking': 'Eliminar todo',
  'storage.cleared': '{name}: eliminado',

  'storage.group.yours': 'Lo tuyo',
  'storage.group.service': 'En el servicio de este equipo',
  'storage.group.guise': 'Lo que necesita Guise',
  'storage.group.set_aside': 'Guardado aparte',
  'storage.group.persons': 'Caras y voces',
  'storage.persons_intro':
    'Todas las que has añadido. Guise reconoce a una persona por el archivo exacto: otra foto es otra entrada.',
  'storage.persons_none': 'Todavía no has añadido ninguna cara ni ninguna voz.',
  'storage.person_facts':
    '{jobs, plural, =0 {Ningún trabajo} one {# trabajo} other {# trabajos}}, {characters, plural, =0 {ningún personaje} one {# personaje} other {# personajes}}',
  'storage.persons_more': '{count, plural, one {Mostrar una más} other {Mostrar # más}}',
  'storage.consents':
    '{count, plural, one {Un consentimiento sin nada más} other {# consentimientos sin nada más}}',
  'storage.consents_hint':
    'Solo la huella de un archivo y cuándo lo confirmaste. Sin ella, Guise vuelve a preguntar.',
  'storage.consents_forget': 'Olvidar',

  'storage.results': 'Resultados de trabajos',
  'storage.results.hint': 'Se quedan hasta que los elimines.',
  'storage.captures': 'Grabaciones y capturas',
  'storage.captures.hint': 'Lo que has grabado en directo.',
  'storage.characters': 'Personajes',
  'storage.characters.hint': 'Las imágenes que has añadido para el directo.',
  'storage.recordings': 'Voces grabadas',
  'storage.recordings.hint':
    'Lo que has grabado en un formulario. Cada una se elimina con su trabajo.',
  'storage.thumbnails': 'Miniaturas',
  'storage.thumbnails.hint': 'Para el Historial. Cada una se elimina con su trabajo.',
  'storage.uploads': 'Archivos enviados',
  'storage.uploads.hint': 'Copias para el servicio. Se borran al cabo de un día, o ahora.',
  'storage.outputs': 'Resultados e imágenes',
  'storage.outputs.hint':
    'El servicio los guarda mientras exista su trabajo. Para quitarlos, olvida el trabajo.',
  'storage.database': 'Base de datos',
  'storage.database.hint': 'Trabajos, sus ajustes y lo que han costado.',
  'storage.backups': 'Copias de la base de datos',
  'storage.backups.hint': 'De los tres últimos días. Lo que eliminas se va también de aquí.',
  'storage.models': 'Modelos',
  'storage.models.hint': 'Lo que tú has puesto.',
  'storage.compiled': 'Modelos y código compilados',
  'storage.compiled.hint': 'Hechos para este procesador. Sin ellos el próximo inicio tarda más.',
  'storage.logs': 'Registros',
  'storage.logs.hint': 'Lo que ha pasado, sin imágenes ni claves. 4 MB como mucho.',
  'storage.listened': 'Voces que has escuchado',
  'storage.listened.hint': 'Se vacía en cada inicio.',
  'storage.lists': 'Ajustes y listas',
  'storage.lists.hint': 'Ajustes, servicios, la lista de trabajos y los consentimientos.',
  'storage.window': 'La propia ventana',
  'storage.window.hint': 'Lo que guarda para sí el navegador que hay dentro de Guise.',
  'storage.set_aside': 'Archivos dañados',
  'storage.set_aside.hint':
    'Listas y bases de datos que no se pudieron leer y se guardaron aparte. Aún pueden nombrar caras y voces.',

  'storage.ask.results.title': '¿Eliminar todos los resultados?',
  'storage.ask.results.text':
    'Se van los resultados de todos los trabajos terminados, y los trabajos con ellos, aquí y en sus servicios. Las copias que guardaste en otro sitio se quedan. No se puede deshacer.',
  'storage.ask.characters.title': '¿Eliminar todos los personajes?',
  'storage.ask.characters.text':
    'Se van todas las imágenes que has añadido. Los personajes de Guise y tus propios archivos se quedan. No se puede deshacer.',
  'storage.ask.set_aside.title': '¿Eliminar los archivos dañados?',
  'storage.ask.set_aside.text':
    'Ya nadie podrá repararlos, y lo que solo estaba en ellos se pierde. No se puede deshacer.',

  'waiting.title': 'Pendiente de eliminar',
  'waiting.services': 'Todavía por eliminar. Guise lo intenta otra vez solo, también al reiniciar.',
  'waiting.service': '{name}: {count, plural, one {una eliminación} other {# eliminaciones}}',
  'waiting.refused':
    '{name}: {count, plural, one {una eliminación} other {# eliminaciones}}. Este servicio no elimina trabajos. Pregunta a quien lo lleva.',
  'waiting.files':
    '{count, plural, one {No se ha podido eliminar un archivo. Quizá otro programa lo tiene abierto.} other {No se han podido eliminar # archivos. Quizá otro programa los tiene abiertos.}}',
  'waiting.retry': 'Probar ahora',

  'person.menu': 'Más sobre {name}',
  'person.delete_all': 'Eliminar todo lo de esta persona…',
  'person.title':
    '{count, plural, one {¿Eliminar todo lo de esta persona?} other {¿Eliminar todo lo de estas personas?}}',
  'person.part.face': 'Una cara',
  'person.part.voice': 'Una voz',
  'person.agreed.face': 'Una cara, consentimiento confirmado el {at}',
  'person.agreed.voice': 'Una voz, consentimiento confirmado el {at}',
  'person.on_air': 'Esta persona está en directo. Tu sesión termina.',
  'person.goes': 'Esto se elimina para siempre:',
  'person.goes.results':
    '{count, plural, one {Un resultado en este equipo} other {# resultados en este equipo}}',
  'person.goes.jobs':
    '{count, plural, one {Un trabajo con sus archivos en {place}} other {# trabajos con sus archivos en {place}}}',
  'person.goes.jobs_here':
    '{count, plural, one {Un trabajo con sus archivos en el servicio de este equipo} other {# trabajos con sus archivos en el servicio de este equipo}}',
  'person.goes.running':
    '{count, plural, one {Uno de ellos sigue en curso y se cancela} other {# de ellos siguen en curso y se cancelan}}',
  'person.goes.characters': '{count, plural, one {Un personaje} other {# personajes}}',
  'person.goes.recordings': '{count, plural, one {Una voz grabada} other {# voces grabadas}}',
  'person.goes.captures':
    '{count, plural, one {Una grabación o captura del directo} other {# grabaciones y capturas del directo}}',
  'person.goes.uploads': 'Copias enviadas, miniaturas y vistas previas',
  'person.goes.consent':
    '{count, plural, one {El consentimiento} other {Los consentimientos}}: Guise volverá a preguntar',
  'person.goes.set_aside':
    '{count, plural, one {Un archivo dañado que se guardó aparte: no se puede buscar en él} other {# archivos dañados que se guardaron aparte: no se puede buscar en ellos}}',
  'person.lost.title':
    '{count, plural, one {Un trabajo está en un servicio que ya no está configurado} other {# trabajos están en servicios que ya no están configurados}}',
  'person.lost.text': 'Guise no puede eliminar nada allí. Pregunta a quien lleva el servicio.',
  'person.stays':
    'Tus propios archivos se quedan: el que elegiste y las copias que guardaste en otro sitio. No se encuentran otras fotos ni grabaciones de la misma persona. Elimínalas igual.',
  'person.delete': 'Eliminar todo',
  'person.deleting': 'Eliminando',
  'person.done.title': 'Eliminado',
  'person.done.all': 'No queda nada, ni aquí ni en tus servicios.',
  'person.done.here': 'En este equipo se ha ido todo lo que podía irse. Queda esto:',
} as const satisfies Record<keyof typeof enStorage, string>;
