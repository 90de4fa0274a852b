/**
 * Puts text on the clipboard. Works inside a press or key of the user only; unlike the asynchronous
 * clipboard it needs no permission, which the page does not have.
 */
export function copyText(text: string): void {
  document.addEventListener(
    'copy',
    (event) => {
      event.preventDefault();
      event.clipboardData?.setData('text/plain', text);
    },
    { once: true },
  );
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  document.execCommand('copy');
}
