/** The median; for an even count, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

const UNMEASURED_CALLS = 3

/** How long each call takes, in ms. The first ones, which prepare statements and connections, do not count. */
export async function timesOf(
  call: () => Promise<unknown>,
  calls: number,
  unmeasured = UNMEASURED_CALLS,
): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < calls + unmeasured; n++) {
    const startMs = performance.now()
    await call()
    took.push(performance.now() - startMs)
  }
  return took.slice(unmeasured)
}

export const percentile99 = (took: readonly number[]): number =>
  took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1]!

/** Prints rows as a table with aligned columns. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = [head, ...rows].map((row) => row.map((cell) => (typeof cell === 'number' ? round(cell) : cell)))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  for (const [index, row] of cells.entries()) {
    console.log(
      row.map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  '),
    )
    if (index === 0) console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  }
}

const round = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(3)

/** Prints one line per budget and sets exit code 1 if one is exceeded. */
export function checkBudgets(
  budgets: readonly { name: string; found: number; atMost?: number; atLeast?: number }[],
): void {
  for (const { name, found, atMost, atLeast } of budgets) {
    const isMet = (atMost === undefined || found <= atMost) && (atLeast === undefined || found >= atLeast)
    const limits = [
      ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
      ...(atMost === undefined ? [] : [`at most ${atMost}`]),
    ]
    console.log(`${isMet ? 'met   ' : 'BROKEN'}  ${name}: ${round(found)} (${limits.join(', ')})`)
    if (!isMet) process.exitCode = 1
  }
}
