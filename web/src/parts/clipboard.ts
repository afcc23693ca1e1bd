/** Copies a text to the clipboard; returns whether that worked. */

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Over plain http pages have no clipboard: there a selection is copied. Its field is inside the open modal, because the page beneath is inert. */
function copySelection(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement as HTMLElement | null;
  field.value = text;
  field.className = 'sr';
  (focused?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return isCopied;
}
