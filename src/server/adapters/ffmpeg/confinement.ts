import { execFile } from 'node:child_process'
import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { type Access, bwrapCommand, type ConfinementFacts, unshareCommand } from './confinement.rules.ts'

const run = promisify(execFile)

/** Programs reach their inputs and outputs, and nothing else of the machine. */
export type Confinement = {
  command(program: string, args: readonly string[], access: Access & { cwd?: string | undefined }): string[]
}

const TOOLS = { bwrap: bwrapCommand, unshare: unshareCommand }

/** Whatever the search path is. */
const TOOL_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function pathOf(program: string, folders: readonly string[] = []): string | undefined {
  if (isAbsolute(program)) return isExecutable(program) ? program : undefined
  // oxlint-disable-next-line node/no-process-env -- the search path, as for any program that is started by name
  const searched = [...(process.env.PATH ?? '').split(delimiter), ...folders]
  return searched.map((folder) => join(folder, program)).find((file) => isAbsolute(file) && isExecutable(file))
}

const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/**
 * Bubblewrap, else `unshare`, each tried with the programs that it would run; undefined if neither works.
 * @param hidden folders that must stay invisible
 */
export async function findConfinement(
  programs: readonly string[],
  hidden: readonly string[],
): Promise<Confinement | undefined> {
  if (process.platform !== 'linux') return undefined
  for (const [name, build] of Object.entries(TOOLS)) {
    const tool = pathOf(name, TOOL_FOLDERS)
    if (!tool) continue
    const confinement = createConfinement(build, { tool, hidden: hidden.map(realPath), ...machine() })
    if (await works(confinement, programs)) return confinement
  }
  return undefined
}

function machine(): Pick<ConfinementFacts, 'root' | 'isRoot'> {
  const uid = process.getuid?.() ?? 0
  // Every run mounts its own root here: the folder stays empty. Another account's folder could be taken away.
  const shared = join(tmpdir(), `harbour-confined-${uid}`)
  mkdirSync(shared, { recursive: true, mode: 0o700 })
  const found = lstatSync(shared)
  const isOurs = found.isDirectory() && found.uid === uid
  return { root: realPath(isOurs ? shared : mkdtempSync(`${shared}-`)), isRoot: uid === 0 }
}

function createConfinement(build: typeof bwrapCommand, facts: ConfinementFacts): Confinement {
  return {
    command(program, args, { read = [], write = [], cwd }) {
      const found = pathOf(program)
      if (!found) return [program, ...args]
      const access = { read: read.map(realPath), write: write.map(realPath), cwd: cwd && realPath(cwd) }
      return build(facts, { program: realPath(found), args, ...access })
    },
  }
}

async function works(confinement: Confinement, programs: readonly string[]): Promise<boolean> {
  const start = async (program: string) => {
    const [tool = '', ...args] = confinement.command(program, ['-version'], {})
    await run(tool, args, { timeout: 20_000 })
  }
  return Promise.all(programs.map(start)).then(
    () => true,
    () => false,
  )
}
