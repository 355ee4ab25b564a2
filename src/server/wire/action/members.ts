import { AppError } from '#contract/errors.ts'
import type { MemberViewer, Viewer } from '#server/domains/viewer.ts'

/** The viewer of a row for members. @throws LOGIN_REQUIRED when the row is for anyone, and nobody is signed in */
export function memberOf(viewer: Viewer): MemberViewer {
  if (viewer.kind !== 'member') throw new AppError('LOGIN_REQUIRED')
  return viewer
}
