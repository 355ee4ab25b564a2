import { findBinaries } from '#server/adapters/ffmpeg/binaries.ts'
import { chromiumPath } from '../../test/support/browser.ts'

/** The exit code of a bench that measured nothing, because its machine lacks what it needs; 1 is a broken budget or an error. */
export const CANNOT_RUN = 3

function cannotRun(why: string): never {
  console.log(`Not measured: ${why}`)
  process.exit(CANNOT_RUN)
}

/** Ends the bench with a sentence where there is no Chromium. */
export function needBrowser(): void {
  try {
    chromiumPath()
  } catch (error) {
    cannotRun((error as Error).message)
  }
}

/** Ends the bench with a sentence where there is no ffmpeg. */
export async function needEncoder(): Promise<void> {
  const { ffmpeg, ffprobe } = await findBinaries({})
  if (!ffmpeg || !ffprobe)
    cannotRun('no ffmpeg comes with the packages for this system. Install ffmpeg by its own means.')
}

/** Ends the bench with a sentence where there is no /proc. */
export function needProc(): void {
  if (process.platform !== 'linux') cannotRun('it reads what processes do from /proc, which only Linux has.')
}
