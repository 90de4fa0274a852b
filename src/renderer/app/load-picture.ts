/** A picture that is ready to be drawn; null for what this browser cannot show, such as HEIC. */
export async function loadPicture(url: string): Promise<HTMLImageElement | null> {
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
  } catch {
    return null;
  }
  return picture;
}
