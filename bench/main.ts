import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CANNOT_RUN } from './support/needs.ts'

/**
 * `npm run bench [-- name …]`: each measurement in turn, in a process of its own. A bench prints its table and ends with 1 past its
 * budget, with CANNOT_RUN where the machine lacks what it needs; the others go on. Ends with 1 when a bench that ran broke a budget or
 * failed, with CANNOT_RUN when none ran, else with 0.
 */
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

const broken: string[] = []
const missing: string[] = []
const names = asked.length ? asked : all.toSorted()
for (const name of names) {
  console.log(`\n# ${name}`)
  const child = spawn(process.execPath, [join(folder, `${name}.ts`)], { stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', (value) => resolve(value)))
  if (code === CANNOT_RUN) missing.push(name)
  else if (code !== 0) broken.push(name)
}
if (missing.length) console.log(`\nNot measured here: ${missing.join(', ')}`)
if (broken.length) console.log(`\nPast a budget, or failed: ${broken.join(', ')}`)
if (broken.length) process.exit(1)
process.exit(missing.length === names.length ? CANNOT_RUN : 0)
