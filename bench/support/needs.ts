import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { chromiumPath } from '../../test/support/browser.ts'

/** Exit code of a benchmark that cannot run on this machine. 1 means an exceeded budget or an error. */
export const CANNOT_RUN = 3

function cannotRun(why: string): never {
  console.log(`Not measured: ${why}`)
  process.exit(CANNOT_RUN)
}

/** Exits with a message if there is no Chromium. */
export function needBrowser(): void {
  try {
    chromiumPath()
  } catch (error) {
    cannotRun((error as Error).message)
  }
}

/** Exits with a message if there is no ffmpeg. */
export async function needEncoder(): Promise<void> {
  const { ffmpeg, ffprobe } = await findBinaries({})
  if (!ffmpeg || !ffprobe)
    cannotRun('no ffmpeg comes with the packages for this system. Install ffmpeg by its own means.')
}

/** Exits with a message if there is no /proc. */
export function needProc(): void {
  if (process.platform !== 'linux') cannotRun('it reads CPU times from /proc, which exists on Linux only.')
}
