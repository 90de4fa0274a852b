let loading: Promise<ImageBitmap> | null = null;

/** The picture of the cover card: the one the engine shows, without words, so that every viewer understands it. */
export function loadCoverPicture(): Promise<ImageBitmap> {
  loading ??= load().catch((error: unknown) => {
    loading = null; // The next session tries again.
    throw error;
  });
  return loading;
}

async function load(): Promise<ImageBitmap> {
  const picture = new Image();
  picture.src = new URL('../../../resources/live/cover-card.webp', import.meta.url).href;
  await picture.decode();
  return createImageBitmap(picture);
}
