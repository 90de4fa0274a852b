import { MAX_CAPTION_CHARS } from '../caption-text.ts';
import type { InstructionText } from '../language-words.ts';
import type { StepRegion } from '../step.ts';

/** Texts that say why a wish that is offered elsewhere is not done here, and what applies to kept parts. */
export const reasons = {
  later: {
    en: 'Two wishes exclude each other; the later one counts.',
    de: 'Zwei Wünsche schließen sich aus; der spätere gilt.',
    es: 'Dos deseos se excluyen; vale el último.',
  },
  onePerson: {
    en: 'No single person of several can be found; it can be done for all of them.',
    de: 'Einzelne von mehreren Personen lassen sich nicht finden; für alle geht es.',
    es: 'No se puede encontrar a una sola de varias personas; sí se puede para todas.',
  },
  firstImage: {
    en: 'Only the first picture is changed; send the others one by one.',
    de: 'Geändert wird nur das erste Bild; schick die anderen einzeln.',
    es: 'Solo se cambia la primera imagen; envía las demás por separado.',
  },
  oneSpot: {
    en: 'All skin is smoothed, not one spot of it: “smooth the skin a little”.',
    de: 'Geglättet wird die ganze Haut, nicht nur eine Stelle: „Haut leicht glätten“.',
    es: 'Se suaviza toda la piel, no un solo punto: «suaviza un poco la piel».',
  },
  eyesClosed: {
    en: 'Closed eyes stay closed; open ones can be opened wider.',
    de: 'Geschlossene Augen bleiben zu; offene lassen sich weiter öffnen.',
    es: 'Los ojos cerrados siguen cerrados; los abiertos se pueden abrir más.',
  },
  drawn: {
    en: 'Pencil drawings have no colours.',
    de: 'Bleistiftzeichnungen haben keine Farben.',
    es: 'Los dibujos a lápiz no tienen colores.',
  },
  newGround: {
    en: 'A new background is not blurred as well.',
    de: 'Ein neuer Hintergrund wird nicht zusätzlich unscharf.',
    es: 'Un fondo nuevo no se desenfoca además.',
  },
  avoided: {
    en: 'It is to be avoided, so it is not done.',
    de: 'Es soll vermieden werden und geschieht deshalb nicht.',
    es: 'Se pidió evitarlo, así que no se hace.',
  },
  kept: {
    en: 'It would change what is to stay, so it is not done.',
    de: 'Es würde ändern, was bleiben soll, und geschieht deshalb nicht.',
    es: 'Cambiaría lo que debe quedar igual, así que no se hace.',
  },
  /** For light of a whole image beside a part that is to stay. */
  keptLight: {
    en: 'It lights the whole picture, also what is to stay; “warmer” and “cooler” can leave parts out.',
    de: 'Es beleuchtet das ganze Bild, auch was bleiben soll; „wärmer“ und „kühler“ können Teile auslassen.',
    es: 'Ilumina toda la imagen, también lo que debe quedar igual; «más cálido» y «más frío» pueden dejar partes fuera.',
  },
  /** For the colours of another image beside a part that is to stay. */
  keptMatch: {
    en: 'The colours of another picture change the whole picture, also what is to stay; leave that out.',
    de: 'Die Farben eines anderen Bildes ändern das ganze Bild, auch was bleiben soll; lass das weg.',
    es: 'Los colores de otra imagen cambian toda la imagen, también lo que debe quedar igual; omite eso.',
  },
  covered: {
    en: 'Nobody can be recognised under what covers faces.',
    de: 'Unter dem, was Gesichter verdeckt, ist niemand zu erkennen.',
    es: 'Debajo de lo que cubre las caras no se reconoce a nadie.',
  },
  ofStyle: {
    en: 'It belongs to the style and cannot be left out.',
    de: 'Es gehört zum Stil und lässt sich nicht weglassen.',
    es: 'Es parte del estilo y no se puede omitir.',
  },
  styled: {
    en: 'A style draws faces, too, which may be hard to recognise; “only the background” leaves people as they are.',
    de: 'Ein Stil zeichnet auch Gesichter, die schwer zu erkennen sein können; „nur der Hintergrund“ lässt Personen, wie sie sind.',
    es: 'Un estilo dibuja también las caras, que pueden reconocerse mal; «solo el fondo» deja a las personas como están.',
  },
  stays: {
    en: 'Stays as it is.',
    de: 'Bleibt, wie es ist.',
    es: 'Queda como está.',
  },
  /** For requests to keep likeness, natural colours and the like. */
  features: {
    en: 'Only what was asked for is changed.',
    de: 'Geändert wird nur, was gewünscht ist.',
    es: 'Solo se cambia lo que se pidió.',
  },
  restrained: {
    en: 'Done with less strength than usual.',
    de: 'Wird schwächer gemacht als üblich.',
    es: 'Se hace con menos fuerza de lo habitual.',
  },
  things: {
    en: 'Single things cannot be told apart, so they may change, too.',
    de: 'Einzelne Dinge lassen sich nicht auseinanderhalten und können sich mit ändern.',
    es: 'Los objetos sueltos no se distinguen y pueden cambiar también.',
  },
  replaced: {
    en: 'Single things cannot be told apart; what is behind people is replaced with all things in it.',
    de: 'Einzelne Dinge lassen sich nicht auseinanderhalten; hinter Personen wird alles mit ersetzt.',
    es: 'Los objetos sueltos no se distinguen; detrás de las personas se sustituye todo.',
  },
  garments: {
    en: 'Pieces of clothing cannot be told apart; all of them take one colour.',
    de: 'Kleidungsstücke lassen sich nicht auseinanderhalten; alle bekommen eine Farbe.',
    es: 'Las prendas no se distinguen; todas toman un color.',
  },
  oneHalf: {
    en: 'Eyes, brows and cheeks change on both sides, not on one alone.',
    de: 'Augen, Brauen und Wangen ändern sich auf beiden Seiten, nicht nur auf einer.',
    es: 'Los ojos, las cejas y las mejillas cambian en los dos lados, no en uno solo.',
  },
  allFaces: {
    en: 'Every face is covered; to leave one out, say where it is: “hide all faces except the one on the left”.',
    de: 'Alle Gesichter werden verdeckt; um eins auszulassen, sag, wo es ist: „alle Gesichter außer dem linken verpixeln“.',
    es: 'Se tapan todas las caras; para dejar una fuera, di dónde está: «pixela todas las caras menos la de la izquierda».',
  },
  otherFaces: {
    en: 'Only the chosen faces are covered; the others stay visible.',
    de: 'Verdeckt werden nur die gewählten Gesichter; die anderen bleiben sichtbar.',
    es: 'Solo se tapan las caras elegidas; las demás siguen visibles.',
  },
  stillsOnly: {
    en: 'Done in pictures, not in videos.',
    de: 'Geht in Bildern, nicht in Videos.',
    es: 'Se hace en imágenes, no en vídeos.',
  },
  notLive: {
    en: 'Done in pictures and videos, not live.',
    de: 'Geht in Bildern und Videos, nicht live.',
    es: 'Se hace en imágenes y vídeos, no en directo.',
  },
  fullStrength: {
    en: 'The character is always shown at full strength, because a weaker one would show who you are.',
    de: 'Die Figur wird immer mit voller Stärke gezeigt, weil eine schwächere zeigen würde, wer du bist.',
    es: 'El personaje siempre se muestra con toda su fuerza, porque uno más débil mostraría quién eres.',
  },
  /** For parts of people that should stay in a live swap. */
  swapped: {
    en: 'A live swap shows the character there; “only the face” keeps your hair.',
    de: 'Dort zeigt ein Live-Tausch die Figur; „nur das Gesicht“ lässt dir deine Haare.',
    es: 'Ahí un cambio en directo muestra al personaje; «solo la cara» te deja tu pelo.',
  },
  letters: {
    en: 'Only Latin letters, numbers and usual marks can be written; there are no emoji and other scripts.',
    de: 'Schreiben lassen sich nur lateinische Buchstaben, Ziffern und übliche Zeichen, keine Emojis und andere Schriften.',
    es: 'Solo se pueden escribir letras latinas, cifras y signos habituales; ni emojis ni otras escrituras.',
  },
  longWords: {
    en: `Up to ${MAX_CAPTION_CHARS} letters can be written on a picture.`,
    de: `Auf ein Bild passen bis zu ${MAX_CAPTION_CHARS} Zeichen.`,
    es: `En una imagen caben hasta ${MAX_CAPTION_CHARS} letras.`,
  },
  noPicture: {
    en: 'The picture that it names was not sent.',
    de: 'Das genannte Bild wurde nicht mitgeschickt.',
    es: 'La imagen que nombra no se envió.',
  },
  oneWall: {
    en: 'People of several pictures stand before one wall; none of the pictures keeps its background.',
    de: 'Personen mehrerer Bilder stehen vor einer Wand; keins der Bilder behält seinen Hintergrund.',
    es: 'Las personas de varias imágenes quedan ante una pared; ninguna imagen conserva su fondo.',
  },
  onePicture: {
    en: 'A collage needs two pictures or more.',
    de: 'Eine Collage braucht mindestens zwei Bilder.',
    es: 'Un collage necesita al menos dos imágenes.',
  },
  allPictures: {
    en: 'All pictures that were sent are used, not only some of them.',
    de: 'Verwendet werden alle mitgeschickten Bilder, nicht nur einige.',
    es: 'Se usan todas las imágenes enviadas, no solo algunas.',
  },
  oneGroup: {
    en: 'A group needs two pictures of people or more.',
    de: 'Eine Gruppe braucht mindestens zwei Bilder mit Personen.',
    es: 'Un grupo necesita al menos dos imágenes con personas.',
  },
  collage: {
    en: 'Beside a collage only words can be added.',
    de: 'Neben einer Collage gehen nur Worte auf dem Bild.',
    es: 'Junto a un collage solo se pueden añadir palabras.',
  },
} as const satisfies Readonly<Record<string, InstructionText>>;

/** Names of the parts of an image in the interface. */
export const regionNames: Readonly<Record<StepRegion, InstructionText>> = {
  person: { en: 'people', de: 'Personen', es: 'personas' },
  background: { en: 'background', de: 'Hintergrund', es: 'fondo' },
  face: { en: 'faces', de: 'Gesichter', es: 'caras' },
  skin: { en: 'skin', de: 'Haut', es: 'piel' },
  hair: { en: 'hair', de: 'Haare', es: 'pelo' },
  clothes: { en: 'clothes', de: 'Kleidung', es: 'ropa' },
  lips: { en: 'lips', de: 'Lippen', es: 'labios' },
  eyes: { en: 'eyes', de: 'Augen', es: 'ojos' },
};
