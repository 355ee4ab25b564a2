import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError } from '#server/kit/command-error.ts'

/** The text of an operator's file, without its byte order mark. `from`: the folder of relative file names. @throws CommandError */
export async function readTextFile(from: string, file: string): Promise<string> {
  const bytes = await readFile(resolve(from, file)).catch((cause: Error) => {
    throw new CommandError(`${file} cannot be read (${cause.message}).`, { cause })
  })
  const text = decode(bytes)
  if (text === undefined) throw new CommandError(`${file} is not in UTF-8: save it as UTF-8 and try again.`)
  const nul = text.indexOf('\0')
  if (nul === -1) return text
  throw new CommandError(
    `${file} is not a text: line ${text.slice(0, nul).split(/\r\n|\n|\r/).length} has a NUL character.`,
  )
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
