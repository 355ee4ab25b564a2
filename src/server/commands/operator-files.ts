import { TextDecoder } from '@exodus/bytes/encoding.js'
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isReadable, tableText } from '#contract/table-text.ts'
import { CommandError } from '#server/kit/command-error.ts'

/** The text of an operator's file, without its byte order mark. `from`: the folder of relative file names. @throws CommandError */
export async function readTextFile(from: string, file: string): Promise<string> {
  const bytes = await readFile(resolve(from, file)).catch((cause: Error) => {
    throw new CommandError(`${file} cannot be read (${cause.message}).`, { cause })
  })
  const decoded = tableText(bytes, TextDecoder)
  if (!isReadable(decoded))
    throw new CommandError(`${file} is in an encoding that cannot be told: save it as UTF-8 and try again.`)
  const nul = decoded.indexOf('\0')
  if (nul === -1) return decoded
  throw new CommandError(
    `${file} is not a text: line ${decoded.slice(0, nul).split(/\r\n|\n|\r/).length} has a NUL character.`,
  )
}

/** Writes a new file that only its owner can read. @throws CommandError */
export async function writeNewFile(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch(cannotWrite(path))
}

export const cannotWrite =
  (path: string) =>
  (cause: Error): never => {
    throw new CommandError(`${path} cannot be written (${cause.message}).`, { cause })
  }
