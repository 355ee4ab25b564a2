/** Of our own codes; those of others may be as long. */
export const CODE_LENGTH = 16
export const CODE_MAX = 60
const GROUP = 4

const SEPARATORS = /[\s\-‐-―−]/gu

/** Without case, spaces, hyphens and full-width forms, which do not matter. */
export const plainCode = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().replaceAll(SEPARATORS, '').slice(0, CODE_MAX)

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

export function readCode({ text, caret }: TypedCode): TypedCode {
  const shown = groupedCode(text)
  const before = groupedCode(text.slice(0, caret)).length
  const isWhole = caret >= text.length
  return { text: shown, caret: isWhole ? shown.length : Math.min(before, shown.length) }
}

/** A deletion that met only a hyphen takes the character beyond it, since the hyphen would come back. */
export function deleteInCode(former: string, edited: TypedCode, { forward }: { forward: boolean }): TypedCode {
  const onlySeparator = former.length - edited.text.length === 1 && plainCode(former) === plainCode(edited.text)
  if (!onlySeparator) return readCode(edited)
  const { text, caret } = edited
  if (forward) return readCode({ text: text.slice(0, caret) + text.slice(caret + 1), caret })
  const at = Math.max(0, caret - 1)
  return readCode({ text: text.slice(0, at) + text.slice(caret), caret: at })
}

export const groupAt = (text: string, caret: number): number => {
  const before = text.slice(0, caret).replaceAll(/[^A-Z0-9]/g, '').length
  return Math.min(Math.floor(before / GROUP), CODE_LENGTH / GROUP - 1)
}
