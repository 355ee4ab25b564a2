/** By a pattern such as `/PlayDrama/:episode`; undefined when the path does not match. */
export function pathParams(pattern: string, path: string): Record<string, string> | undefined {
  const names = pattern.split('/')
  const values = path.split('/')
  if (names.length !== values.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = values[index]!
    if (name.startsWith(':') && value) params[name.slice(1)] = value
    else if (name !== value) return undefined
  }
  return params
}
