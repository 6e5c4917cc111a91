/** Long enough for every browser to have begun saving, in milliseconds. */
const KEPT_MS = 60_000;

/** Lets the browser save a file under a name. */
export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
