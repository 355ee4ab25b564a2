import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root folder of this clone. */
export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

export const at = (...parts) => path.join(ROOT, ...parts)

/** An error of the starter, as one sentence for the user. `details` is the output of a program, if any. */
export class Refusal extends Error {
  name = 'Refusal'

  constructor(message, details = '') {
    super(message)
    this.details = details
  }
}

export const say = (line) => console.log(line)

/** The text of a file; undefined if it cannot be read. */
export function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A parsed JSON file; undefined if missing or truncated. */
export function jsonOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
