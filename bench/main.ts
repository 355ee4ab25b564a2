import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** `npm run bench [-- name …]`: each measurement in turn, in a process of its own. A bench prints its table and ends with 1 past its budget. */
const folder = import.meta.dirname
const all = (await readdir(folder))
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.slice(0, -3))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length) {
  console.error(`No bench ${unknown.join(', ')}. One of: ${all.join(', ')}`)
  process.exit(2)
}

let failed = 0
for (const name of asked.length ? asked : all.toSorted()) {
  console.log(`\n# ${name}`)
  const child = spawn(process.execPath, [join(folder, `${name}.ts`)], { stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', (value) => resolve(value)))
  if (code !== 0) failed += 1
}
process.exit(failed ? 1 : 0)
