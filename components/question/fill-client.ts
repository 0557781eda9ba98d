/** A message with its blanks filled. */
export function fill(message: string, blanks: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(blanks[name] ?? whole))
}
