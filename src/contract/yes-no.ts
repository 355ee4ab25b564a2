const YES = new Set(['yes', 'y', 'true', '1', 'x', '是', '有'])
const NO = new Set(['no', 'n', 'false', '0', '', '否', '沒有'])

/** A cell of a table. Undefined: neither. */
export function readYesNo(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase()
  return YES.has(word) || (NO.has(word) ? false : undefined)
}
