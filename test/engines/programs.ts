import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The search path for programs of the system, also where the tests see a bare one (`.ci/bare-path`). */
export const systemPath = (): string => process.env.HARBOUR_SYSTEM_PATH ?? process.env.PATH ?? ''

/** The path of a program: what the variable names, else the first of its names that is found. Null when there is none. */
export function programPath(variable: string, names: readonly string[]): string | null {
  const folders = systemPath().split(delimiter).filter(Boolean)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env[variable], ...candidates].find((file) => file !== undefined && isRunnable(file)) ?? null
}

export function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
