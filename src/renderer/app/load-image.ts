/** Loads and decodes an image; null for formats that this browser cannot show, such as HEIC. */
export async function loadImage(url: string): Promise<HTMLImageElement | null> {
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
  } catch {
    return null;
  }
  return picture;
}
