import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { ProgramCard } from '#contract/programs.ts'
import type { PromotionBanner } from '#contract/promotions.ts'
import type { Database } from '#server/kit/db.ts'
import { type Cards, inLanguage } from '../cards/index.ts'
import type { Viewer } from '../viewer.ts'
import type { CategoryPage, CategoryRequest } from './categories.service.ts'
import type { CategoryRow, PromotionRow } from './pages-model.ts'
import { findCategory, findPromotion } from './pages.repo.ts'

/** What promoted collections are built from. */
export type PromotionsDeps = {
  db: Kysely<Database>
  cards: Pick<Cards, 'imageUrl'>
  /** The titles of a category. */
  open: (viewer: Viewer, category: CategoryRow, request: CategoryRequest) => Promise<CategoryPage>
}

/** A promoted collection; `adult` requires the parental code whatever it is. */
export type PromotionQuery = { categoryId: string; adult: boolean }

/** One page of a promoted collection. */
export type PromotionPage = CategoryPage & { banner: PromotionBanner }

/** The categories with a screen and a banner of their own. */
export function createPromotions({ db, cards, open }: PromotionsDeps) {
  return { promoted }

  /**
   * A promoted collection. One for adults, or with `adult` any, is for members whose session is unlocked.
   * @throws NOT_FOUND, LOGIN_REQUIRED, PARENTAL_CODE_REQUIRED
   */
  async function promoted(
    viewer: Viewer,
    { categoryId, adult }: PromotionQuery,
    request: CategoryRequest,
  ): Promise<PromotionPage> {
    const [category, promotion] = await Promise.all([findCategory(db, categoryId), findPromotion(db, categoryId)])
    if (!category || !promotion) throw new AppError('NOT_FOUND')
    if (adult || category.promotion === 'adult') requireUnlocked(viewer)
    const page = await open(viewer, category, request)
    return { ...page, banner: bannerOf(promotion, page.list[0], viewer.language) }
  }

  function bannerOf(promotion: PromotionRow, first: ProgramCard | undefined, language: Language): PromotionBanner {
    const { image, imagePortrait, focus, focusPortrait, text } = promotion
    return {
      bannerImage: image ? cards.imageUrl(image) : (first?.artImageURL ?? ''),
      bannerImagePortrait: imagePortrait ? cards.imageUrl(imagePortrait) : '',
      focus,
      focusPortrait,
      text: inLanguage(text, language),
    }
  }
}

/** @throws LOGIN_REQUIRED, PARENTAL_CODE_REQUIRED */
function requireUnlocked(viewer: Viewer): void {
  if (viewer.kind !== 'member') throw new AppError('LOGIN_REQUIRED')
  if (!viewer.unlocked) throw new AppError('PARENTAL_CODE_REQUIRED')
}
