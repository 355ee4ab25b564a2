/** Quotes arguments as one POSIX shell command line. */
export function shellLine(args: readonly string[]): string {
  return args
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ')
}
