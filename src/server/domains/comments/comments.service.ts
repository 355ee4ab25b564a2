import type { DomainModule } from '../domain-module.ts'
import type { CommentsDeps } from './comments-deps.ts'
import type { CommentPage, CommentRequest, Reader } from './comments-model.ts'
import { countPublished, findPublished, findUnpublished } from './comments.repo.ts'
import { createOpinions } from './opinions.service.ts'
import { deleteGiven, findGiven } from './personal-data.repo.ts'
import { createRatings } from './ratings.service.ts'
import { createReview } from './review.service.ts'
import { createWriting } from './writing.service.ts'

/** The public API of comments; `index.ts` says what it owns. */
export type Comments = ReturnType<typeof createComments>

/** Builds ratings and comments. */
export function createComments(deps: CommentsDeps) {
  const { db, catalogue } = deps
  const ratings = createRatings(deps)
  const domainModule: DomainModule = {
    personalData: {
      name: 'comments',
      collect: ({ accountId }, language) => findGiven(db, { accountId, language }),
      async erase(tx, { accountId }) {
        await ratings.eraseAll(tx, accountId)
        await deleteGiven(tx, accountId)
      },
    },
  }
  return {
    ratings,
    list,
    ...createWriting(deps),
    ...createOpinions(deps),
    review: createReview(deps),
    domainModule,
  }

  /** A page of comments; on the first also the account's own that others do not see. @throws NOT_FOUND when the title is not visible to this viewer */
  async function list(viewer: Reader, request: CommentRequest): Promise<CommentPage> {
    const { programId, page } = request
    await catalogue.watchable(viewer, { programId })
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const [found, total, unpublished] = await Promise.all([
      findPublished(db, { ...request, accountId }),
      countPublished(db, programId),
      accountId === undefined || page > 1 ? [] : findUnpublished(db, { accountId, programId }),
    ])
    return { list: found, total, unpublished }
  }
}
