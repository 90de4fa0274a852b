import type { enOnboarding } from '../en/onboarding.ts';

/** Texts in Spanish of the first run. */
export const esOnboarding = {
  'commands.onboarding': 'Ver otra vez los primeros pasos',
  'onboarding.on_air': 'Termina antes el directo',
  'onboarding.about': 'Primeros pasos',
  'onboarding.about_hint': 'Cámara, velocidad de este equipo, privacidad y una muestra.',
  'onboarding.about_show': 'Ver',
  'onboarding.steps': 'Primeros pasos',
  'onboarding.skip': 'Saltar',
  'onboarding.back': 'Atrás',
  'onboarding.next': 'Siguiente',
  'onboarding.go': 'Ir a «En directo»',
  'onboarding.devices.title': 'Cámara y micrófono',
  'onboarding.devices.intro': 'Mira y escucha lo que le llega de ti a Guise.',
  'onboarding.devices.off': 'Tu cámara está apagada',
  'onboarding.devices.why': 'Aquí solo la ves tú. Nada sale antes de que pulses Emitir.',
  'onboarding.devices.start': 'Encender cámara y micrófono',
  'onboarding.devices.soon': 'Tu personaje está al llegar.',
  'onboarding.devices.card': 'Tu pantalla de pausa: aparece cuando una imagen se retrasa.',
  'onboarding.devices.you': 'Tú como {name}, un personaje dibujado',
  'onboarding.speed.title': 'Lo que puede este equipo',
  'onboarding.speed.intro':
    'Guise cambia la cara en un vídeo dibujado durante 20 segundos como mucho y elige el tamaño.',
  'onboarding.speed.waits': 'El servicio de este equipo está arrancando.',
  'onboarding.speed.elsewhere':
    'Las imágenes las calcula el servicio que usas, así que aquí no hay nada que medir. Cambia a Este equipo en Ajustes para probar el tuyo.',
  'onboarding.speed.trying': 'Probando {p}p a {fps} fps',
  'onboarding.speed.progress': 'Midiendo',
  'onboarding.speed.clip': 'El vídeo es un dibujo que viene con Guise. Tu cámara no se usa.',
  'onboarding.speed.picture': 'El vídeo con la cara cambiada, tal como lo hace ahora este equipo',
  'onboarding.speed.metric': '{p}p · {fps} fps',
  'onboarding.speed.result':
    'Este equipo cambia {measured} imágenes por segundo a {p}p. Empiezas con {p}p a {fps} fps.',
  'onboarding.speed.slow':
    'Ahora mismo este equipo llega a {measured} imágenes por segundo a {p}p. Empiezas con {p}p a {fps} fps; cierra lo demás que lo tenga ocupado y vuelve a medir.',
  'onboarding.speed.unknown':
    'En 20 segundos no llegó a arrancar. Por si acaso, empiezas con {p}p a {fps} fps.',
  'onboarding.speed.kept':
    'Este equipo cambia {measured} imágenes por segundo a {p}p. Se queda lo que elegiste: {own}p a {own_fps} fps.',
  'onboarding.speed.unknown_kept':
    'En 20 segundos no llegó a arrancar. Se queda lo que elegiste: {own}p a {own_fps} fps.',
  'onboarding.speed.lowered':
    'Últimamente este equipo no daba abasto y Guise redujo la imagen: empiezas con {own}p a {own_fps} fps.',
  'onboarding.speed.later':
    'Puedes cambiarlo cuando quieras en Configurar. Si el equipo no da abasto, Guise reduce la imagen por sí solo.',
  'onboarding.speed.again': 'Medir otra vez',
  'onboarding.privacy.title': 'Qué sale de este equipo',
  'onboarding.privacy.intro': 'Y quién tiene que dar permiso.',
  'onboarding.privacy.here.title': 'Nada, con el servicio de este equipo',
  'onboarding.privacy.here.text':
    'Cámara, micrófono, imágenes, vídeos y resultados se quedan aquí. Sin cuenta, sin estadísticas, sin nube.',
  'onboarding.privacy.remote.title': '{name} recibe aquello en lo que trabaja',
  'onboarding.privacy.remote.text':
    '{host} recibe tu cámara y tu voz mientras emites, y los archivos de los trabajos que empieces. Lo demás se queda aquí.',
  'onboarding.privacy.services.title': 'Otro servicio, solo si lo añades',
  'onboarding.privacy.services.text':
    'Entonces lo que envías va allí, y la barra de estado lo nombra en todas las pantallas.',
  'onboarding.privacy.consent.title': 'Las caras y voces de otros necesitan su sí',
  'onboarding.privacy.consent.text':
    'Guise pregunta una vez por cada cara y cada voz. Puedes retirarlo en Ajustes, Seguridad, junto con todo lo que se hizo con ella.',
  'onboarding.privacy.badge':
    'Una pequeña marca «AI» en tu imagen en directo. Muchas plataformas piden una.',
  'onboarding.sample.title': 'Tu primer resultado',
  'onboarding.sample.intro': 'Mueve la línea y dale a reproducir. Las dos personas son dibujos.',
  'onboarding.sample.begins': 'La muestra empieza en cuanto funcione el servicio de este equipo.',
  'onboarding.sample.elsewhere':
    'La muestra se hace solo en este equipo, para que no cueste nada. Cambia a Este equipo en Ajustes para verla.',
  'onboarding.sample.making': 'Este equipo está cambiando la cara en un vídeo de tres segundos.',
  'onboarding.sample.done':
    '{sec, plural, one {Hecho en este equipo en # segundo.} other {Hecho en este equipo en # segundos.}} Es la primera entrada de tu historial.',
  'onboarding.sample.failed': 'No se pudo hacer la muestra: {why}.',
  'onboarding.sample.canceled': 'La muestra se canceló.',
} as const satisfies Record<keyof typeof enOnboarding, string>;
