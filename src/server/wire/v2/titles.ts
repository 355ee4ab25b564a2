import { AppError } from '#contract/errors.ts'
import { detail, revampDetail, seasonDetail } from '#contract/programs.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import type { Domains } from '../domains.ts'
import type { Handle } from '../handle.ts'
import { createViewerStateOverlays } from './viewer-state.ts'
import { toEpisodeResponse, toProgramResponse, toSeasonResponse } from './titles.presenter.ts'

/** A title in full, and the episodes of one season. */
export const titles = (on: Handle, { cards, library }: Pick<Domains, 'cards' | 'library'>) => {
  const marks = createViewerStateOverlays(library)
  const whole = async (viewer: Viewer, { programId }: { programId: string }) => ({
    program: toProgramResponse(await cards.detail(viewer, programId), viewer.language),
  })
  on(revampDetail, whole, marks.title)
  on(detail, whole, marks.title)

  on(
    seasonDetail,
    async (viewer, { programId, season }) => {
      const { seasons, dramaList } = await cards.detail(viewer, programId)
      const wanted = season ?? seasons[0]?.season
      if (wanted === undefined || !seasons.some((one) => one.season === wanted)) throw new AppError('NOT_FOUND')
      return {
        season: wanted,
        seasons: seasons.map((one) => toSeasonResponse(one, viewer.language)),
        dramaList: dramaList
          .filter((one) => one.season === wanted)
          .map((one) => toEpisodeResponse(one, viewer.language)),
      }
    },
    marks.season,
  )
}
