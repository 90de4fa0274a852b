/** Invented words from which sentences are built. */
export const trainingWords =
  `about above afraid again age ago air all alone always among angry animal another answer any apple arm
around ask autumn away baby back bad badge bag bake ball band bank bath beach bear beautiful because bed before begin
behind believe bell below bench better between big bird birthday bite black blood blow blue board boat body book both
bottle bottom box boy branch bread break breath breeze bridge bright bring brother brown brush build bump burn bus
business busy butter buy by cabin cage cake calm camp can candle captain car care castle cat catch cause chair chance
change cheap cheese chew child choice choose church city clay clean clear cliff climb clock cloth cloud coat coffee
coin cold come cook cool copper corner cough could count courage cover cow crash cream cry cup curve cut dance dark
daughter day deep deer delay delight desk dinner dirt doctor dog door doubt down dream dress drink drive drop dry duck
dust each ear early earth east easy eat edge eight either empty engine enjoy enough evening ever every example eye
face fair faith fall family far farmer fashion father favour feather feel fence few field fight film find finger fire
first fish five fix floor flow flower fly food foot forest forget fork four fox free fresh friend frog from fruit full
fun funny game garage garden gate gather gentle ghost giant gift girl give glass glove go goat gold good goose grass
great green ground group grow guess guitar half hammer hand happy harbour hard hat have head hear heart heavy help her
here high hill history hole holiday home honey hope horse hot hour house how huge hundred hungry hurry husband ice
idea if ill inside iron island itch jacket jam job join joke journey joy judge juice July jump June just keep key
kind king kiss kitchen knee knife knock know ladder lady lake lamp language large last late laugh law lazy lead leaf
learn leather leave left leg lemon less letter level library lie life light like lion lip listen little live long look
lose loud love low lunch machine magic make man many map march market match may maybe meal measure meat medicine meet
memory metal middle milk mind minute mirror money month moon more morning mother mountain mouse mouth move much music
must name narrow near neck need neighbour nest never new news next nice night nine noise none noon north nose nothing
now number ocean of off offer office often oil old once onion only open orange order other our out oven over owl own
page paint pair paper park part party path pay peace pear pen people pepper perhaps person phone photograph piano
picture piece pig pillow pink pipe place plan plate play please pleasure pocket poem point police pool poor possible
potato pound power pretty price prince problem promise proud pull pure purple push put queen question quick quiet quite
rabbit race radio rain raise reach read ready real reason red remember rest rich ride right ring river road robin rock
roof room rope rose rough round row rule run sad safe sail salt same sand save say school science sea search season
second see seed sell send seven shade shadow shake shape share sharp she sheep shelf shine ship shirt shoe shop short
shoulder shout show shut sick side sign silver simple sing sister sit six size skin sky sleep slow small smell smile
smoke smooth snake snow soap soft soldier some song soon sorry soup south space speak spoon spring square stage stairs
stand star start station stay steal steam step still stone stop storm story strange street strong sugar suit summer
sun sure surprise sweet swim table tail take talk tall taste tea teach team tear television tell ten than thank that
thaw theatre then there these they thick thief thin thing think thirsty thirty this thorn those though thought
thousand thread three throat through throw thumb thunder ticket tie tiger time tired today together tomorrow tongue
tonight tooth top touch towel tower town toy train treasure tree trip true trust truth try turn twelve twenty two ugly
uncle under until up use usual valley van vegetable very view village violin visit voice wait walk wall want warm
wash watch water wave way weak wear weather week weigh well west wet what wheel when where which while white who whole
why wide wife wild win wind window wine wing winter wire wise wish with woman wonder wood wool word work world worry
worth would write wrong yard year yellow yes yesterday yet you young your youth zebra zero zoo`.split(
    /\s+/,
  );

/** Function words by language: reduced in speech, and half of all words. */
export const commonWords: Readonly<Record<string, readonly string[]>> = {
  en: `the the the the the a a of and and to to in in is it for on with was he she at by from be this that these
had not are but were very my our your his her their they we you I as or an will would can could should there then than
what which who when into over about after before them him us no so if has have been do did does some more most other
the these those`.split(/\s+/),
  de: `der die das und in den von zu mit sich auf für ist im dem nicht ein eine als auch es an werden aus er hat dass
sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man
sein wurde wir ich du mein Vater Mutter Kind Haus Stadt Tag Abend Wasser Baum Apfel Freund Wort Buch Brot Pferd Fenster
Zimmer Bild Weg Lampe machen gehen sehen kommen geben nehmen finden bleiben sprechen grün gelb weiß schwarz warm`.split(
    /\s+/,
  ),
  es: `de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre
este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo yo hay vez
puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada vida otro después casa gobierno país
mundo año hombre mujer libro agua noche puerta verde blanco rojo hermano perro caballo bajo febrero`.split(
    /\s+/,
  ),
  fr: `de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la les avec ou son
elle mais comme on tout nous sa fait été aussi leur bien peut ces y sous je vous deux même autre encore temps très où
avant homme femme enfant maison ville jour soir eau arbre pomme ami livre cheval fenêtre chambre lampe parler venir
prendre voir donner vert blanc rouge petit grand beau fleur chien pont bois vent`.split(/\s+/),
  it: `di che e la il un a per in una mi sono ho non ma lo ha le si ti i con cosa se io come da ci no questo qui hai
sei del bene tu sì me più al mio perché solo era gli tutto della così mia ne questa fare quando ora fatto essere mai chi
uomo donna bambino casa città giorno sera acqua albero amico libro pane cavallo finestra lampada verde bianco`.split(
    /\s+/,
  ),
};
