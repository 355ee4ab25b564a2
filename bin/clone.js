import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this clone. */
export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** A path inside the clone. */
export const at = (...parts) => path.join(ROOT, ...parts)

/** What stops the starter, as one sentence for whoever started it. `details` is what a program said, if any. */
export class Refusal extends Error {
  name = 'Refusal'

  constructor(message, details = '') {
    super(message)
    this.details = details
  }
}

/** Prints one line of the starter. */
export const say = (line) => console.log(line)

/** The text of a file, or undefined when it cannot be read. */
export function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A JSON file, or undefined when it is missing or cut short. */
export function jsonOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
