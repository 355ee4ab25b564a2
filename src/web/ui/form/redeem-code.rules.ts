/** Codes of our own: 16 letters and digits, shown in groups of four. Others may be as long as this. */
export const CODE_LENGTH = 16
export const CODE_MAX = 60
const GROUP = 4

const SEPARATORS = /[\s\-‐-―−]/gu

/** What was typed or pasted, without what does not matter: case, groups, spaces, hyphens, full-width forms. */
export const plainCode = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().replaceAll(SEPARATORS, '').slice(0, CODE_MAX)

/** Whether it has only letters and digits, and is no longer than our own codes: then it stands in the four boxes. */
export const fitsBoxes = (typed: string): boolean => /^[A-Z0-9]{0,16}$/.test(plainCode(typed))

/** As the field shows it: `HBGC-7Q2K-M84T-9XRD`. A code of another shape stands in capitals as it was typed. */
export function groupedCode(typed: string): string {
  const plain = plainCode(typed)
  if (!/^[A-Z0-9]*$/.test(plain)) return typed.normalize('NFKC').toUpperCase().trimStart().slice(0, CODE_MAX)
  return plain.replaceAll(/(.{4})(?=.)/g, '$1-')
}

export interface TypedCode {
  text: string
  caret: number
}

/** The field after an edit: its text in groups, and the caret after the same characters as before. */
export function readCode({ text, caret }: TypedCode): TypedCode {
  const shown = groupedCode(text)
  const before = groupedCode(text.slice(0, caret)).length
  const isWhole = caret >= text.length
  return { text: shown, caret: isWhole ? shown.length : Math.min(before, shown.length) }
}

/**
 * The field after a deletion. One that met only a hyphen takes the character beyond it, since the hyphen would come back:
 * `forward` is the Delete key.
 */
export function deleteInCode(former: string, edited: TypedCode, { forward }: { forward: boolean }): TypedCode {
  const onlySeparator = former.length - edited.text.length === 1 && plainCode(former) === plainCode(edited.text)
  if (!onlySeparator) return readCode(edited)
  const { text, caret } = edited
  if (forward) return readCode({ text: text.slice(0, caret) + text.slice(caret + 1), caret })
  const at = Math.max(0, caret - 1)
  return readCode({ text: text.slice(0, at) + text.slice(caret), caret: at })
}

/** The group that the caret is in. */
export const groupAt = (text: string, caret: number): number => {
  const before = text.slice(0, caret).replaceAll(/[^A-Z0-9]/g, '').length
  return Math.min(Math.floor(before / GROUP), CODE_LENGTH / GROUP - 1)
}
