import type { Db } from '#server/kit/db.ts'
import type { Viewer } from '../viewer.ts'
import { findPreviewFacts } from './cards.repo.ts'
import { NO_VOTES } from './drafts.rules.ts'
import { cardOfDraft, detailOfDraft, type DraftTitle, isDraftVisible } from './title-previews.rules.ts'
import type { TitleCard, TitleDetail, TitlePage, ViewerScope } from './titles-model.ts'

type PreviewViewer = Pick<Viewer, 'preview'>

/** Drafts in place of titles, for the viewers of previews alone. All others get what they came with. */
export function createTitlePreviews(
  db: Db,
  viewerScopeOf: (viewer: Pick<Viewer, 'region' | 'kids' | 'now'>) => ViewerScope,
) {
  return { replace, replaceIn, arrange, detail }

  /** Drafts that the viewer might not see are left out. */
  async function replace(
    viewer: PreviewViewer & Pick<Viewer, 'region' | 'kids' | 'now'>,
    titles: readonly TitleCard[],
  ): Promise<TitleCard[]> {
    if (!viewer.preview) return [...titles]
    const drafts = await draftsOf(
      viewer,
      titles.map(({ programId }) => programId),
    )
    const viewerScope = viewerScopeOf(viewer)
    return titles.flatMap((title) => {
      const draft = drafts.get(title.programId)
      if (!draft) return title
      return isDraftVisible(draft.content, viewerScope) ? { ...cardOfDraft(draft), note: title.note } : []
    })
  }

  async function replaceIn(
    viewer: PreviewViewer & Pick<Viewer, 'region' | 'kids' | 'now'>,
    page: TitlePage,
  ): Promise<TitlePage> {
    return viewer.preview ? { ...page, titles: await replace(viewer, page.titles) } : page
  }

  /** In the given order, with the drafts of titles that were not among `titles`. */
  async function arrange(
    viewer: PreviewViewer & Pick<Viewer, 'region' | 'kids' | 'now'>,
    programIds: readonly string[],
    titles: readonly TitleCard[],
  ): Promise<TitleCard[]> {
    if (!viewer.preview) return [...titles]
    const drafts = await draftsOf(viewer, programIds)
    const live = new Map(titles.map((title) => [title.programId, title]))
    const viewerScope = viewerScopeOf(viewer)
    return programIds.flatMap((programId) => {
      const draft = drafts.get(programId)
      if (!draft) return live.get(programId) ?? []
      return isDraftVisible(draft.content, viewerScope) ? cardOfDraft(draft) : []
    })
  }

  /** Undefined where the title is shown as it is. */
  async function detail(
    viewer: PreviewViewer & Pick<Viewer, 'region' | 'now'>,
    programId: string,
  ): Promise<TitleDetail | undefined> {
    const draft = (await draftsOf(viewer, [programId])).get(programId)
    return draft && detailOfDraft(draft, viewerScopeOf({ ...viewer, kids: false }))
  }

  async function draftsOf(
    { preview }: PreviewViewer,
    programIds: readonly string[],
  ): Promise<ReadonlyMap<string, DraftTitle>> {
    const wanted = programIds.flatMap((programId) => {
      const content = preview?.titles.get(programId)
      return content ? { programId, content } : []
    })
    if (wanted.length === 0) return new Map()
    const facts = await findPreviewFacts(
      db,
      wanted.map(({ programId }) => programId),
    )
    return new Map(
      wanted.map((draft) => [
        draft.programId,
        { ...draft, facts: facts.get(draft.programId) ?? { ...NO_VOTES, assets: [] } },
      ]),
    )
  }
}
