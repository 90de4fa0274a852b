/** Loads and decodes an image; null for formats that this browser cannot show, such as HEIC. */
export async function loadImage(url: string): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return null;
  }
  return image;
}
