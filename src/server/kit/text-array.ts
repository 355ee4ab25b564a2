/** An array must not change after its first use. */
const literals = new WeakMap<readonly string[], string>()

/**
 * A `text[]` value for frequent statements: encoding 35 ids takes as long as the rest of one (PostgreSQL, "Array Input and Output Syntax").
 */
export function textArray(texts: readonly string[]): string {
  const known = literals.get(texts)
  if (known !== undefined) return known
  const literal = `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
  literals.set(texts, literal)
  return literal
}
