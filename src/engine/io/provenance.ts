/**
 * What a rendered file says about how it was made, for programs that look: the IPTC's digital source type of media in which
 * a trained model changed a part. It is a plain statement, neither signed nor visible, and is lost when a file is converted.
 */
const sourceType =
  'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** The statement as the comment of an MP4 file. */
export const provenanceComment = `Made with Guise. Digital source type: ${sourceType}`;

/** The statement as an XMP packet of a picture. */
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
