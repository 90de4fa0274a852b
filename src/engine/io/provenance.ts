/**
 * Metadata of rendered files about their making: the IPTC's digital source type of media that a trained model changed
 * in part. The statement is neither signed nor visible, and conversion of a file removes it.
 */
const sourceType =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** The statement as the comment of an MP4 file. */
export const provenanceComment = `Made with Guise. Digital source type: ${sourceType}`;

/** The statement as an XMP packet of an image. */
export const provenanceXmp = [
  '<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>',
  '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  '<rdf:Description rdf:about=""',
  ' xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
  ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
  ' xmp:CreatorTool="Guise"',
  ` Iptc4xmpExt:DigitalSourceType="${sourceType}"/>`,
  '</rdf:RDF>',
  '</x:xmpmeta>',
  '<?xpacket end="w"?>',
].join('\n');
