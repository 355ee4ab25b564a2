import { AppError } from '#contract/errors.ts'
import * as endpoints from '#contract/programs.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { bind } from '../bind.ts'
import type { CallInfo } from '../handle.ts'
import { previewOf } from './image-previews.ts'
import { toEpisodeResponse, toProgramResponse, toSeasonResponse } from './titles.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

export const titles = bind(endpoints, ({ cards, images }) => {
  const overlays = createViewerStateOverlays(cards)
  const detail = {
    handler: async (viewer: Viewer, { programId }: { programId: string }, call: CallInfo) => {
      const { program, facts } = await cards.detail(viewer, programId)
      call.titleFacts([facts])
      const artPreview = await previewOf(images, program.artImageURL)
      return { program: { ...toProgramResponse(program, viewer.language), artPreview } }
    },
    overlay: overlays.title,
  }
  return {
    revampDetail: detail,
    detail,

    seasonDetail: {
      handler: async (viewer, input) => {
        const { seasons, dramaList } = (await cards.detail(viewer, input.programId)).program
        const season = input.season ?? seasons[0]?.season
        if (season === undefined || !seasons.some((one) => one.season === season)) throw new AppError('NOT_FOUND')
        const episodes = dramaList.filter((episode) => episode.season === season)
        return {
          season,
          seasons: seasons.map((one) => toSeasonResponse(one, viewer.language)),
          dramaList: episodes.map((episode) => toEpisodeResponse(episode, viewer.language)),
        }
      },
      overlay: overlays.season,
    },
  }
})
